/** Time off over the API. */
import { expect } from 'vitest';
import type { TimeOff } from '#contract/time-off.ts';
import type { TestApp, TestPerson } from './app.ts';

/** Tuesday to Thursday. */
export const daysOff = { from_date: '2026-12-08', to_date: '2026-12-10' };

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function timeOffOf(running: () => TestApp) {
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    who: TestPerson,
    payload?: object,
    more = {},
  ) =>
    running().app.inject({
      method,
      url: `/api/time-off${path}`,
      headers: { ...who.headers, ...more },
      ...(payload && { payload }),
    });
  return {
    call,
    async request(more: object = {}, who: TestPerson = running().employee): Promise<number> {
      const response = await call('POST', '', who, { kind: 'pto', ...daysOff, ...more });
      expect(response.statusCode, response.body).toBe(201);
      return response.json().time_off_id;
    },
    decide: (id: number, status: string, who = running().admin, more: object = {}) =>
      call('PUT', `/${id}`, who, { status, ...more }),
    list: async (who = running().admin, query = '') =>
      (await call('GET', query, who)).json() as TimeOff[],
    balance: async (who = running().employee, query = '') =>
      (await call('GET', `/balance${query}`, who)).json(),
    async notices(who: TestPerson) {
      const { app } = running();
      const response = await app.inject({ url: '/api/notifications', headers: who.headers });
      const rows = response.json().notifications as { message: string; link?: string }[];
      return rows.map(({ message, link }) => [message, link]);
    },
  };
}
