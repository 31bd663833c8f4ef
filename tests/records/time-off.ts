/** Time off: requested, decided, listed. */
import type { TimeOff } from '#contract/time-off.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';
import { jsonOf, read } from './stored.ts';

/** Tuesday to Thursday. */
export const daysOff = { from_date: '2026-12-08', to_date: '2026-12-10' };

/** Requests PTO unless the body says otherwise; any answer. */
export const askForTimeOff = (t: TestApp, more: object = {}, by = t.employee) =>
  send(t, 'POST', '/api/time-off', by, { kind: 'pto', ...daysOff, ...more });

/** The same, accepted; returns its id. */
export async function requestTimeOff(t: TestApp, more?: object, by?: TestPerson) {
  return Number((await jsonOf(askForTimeOff(t, more, by))).time_off_id);
}

/** Sets a request's status; any answer. */
export const decide = (t: TestApp, id: number, status: string, by = t.admin, more: object = {}) =>
  send(t, 'PUT', `/api/time-off/${id}`, by, { status, ...more });

export const timeOffOf = (t: TestApp, by = t.admin, query = ''): Promise<TimeOff[]> =>
  read(t, `/api/time-off${query}`, by);

export const balanceOf = (t: TestApp, by = t.employee, query = '') =>
  read(t, `/api/time-off/balance${query}`, by);
