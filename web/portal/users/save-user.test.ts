import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { saveUser, schemaOf, type TypedHours, valuesOf } from './save-user.ts';

const stored: User = {
  user_id: 7,
  username: 'marisol',
  user_email: 'marisol@example.com',
  phone_number: '630-555-0143',
  user_role: 'employee',
  employee_id: 3,
  first_name: 'Marisol',
  last_name: 'Quintero',
  department: 'Operations',
  position: 'Driver',
  hire_date: '2026-02-03',
  payroll_number: 'KT-0417',
  pto_hours: 80,
  work_hours: 40.5,
  version: 4,
  employee_version: 9,
  sign_in: 'signed_in',
  link_sent_at: null,
};
const unlinked: User = {
  ...stored,
  ...{ employee_id: null, first_name: null, last_name: null, department: null, position: null },
  ...{ hire_date: null, payroll_number: null, pto_hours: null, work_hours: null },
  employee_version: null,
};
const filled = { ...valuesOf(stored), password: 'a load of nine cars' };

/** Saves the form and returns the calls it makes. */
async function save(record: User | null, values: object, typed: TypedHours = {}, failure?: Error) {
  const calls: [string, unknown][] = [];
  const all = { ...valuesOf(record), ...values };
  const body = schemaOf(all, record).parse(all);
  const send = async ({ name }: { name: string }, input: { body?: unknown }) => {
    calls.push([name, input.body]);
    if (failure && name === 'createEmployee') throw failure;
    return { message: '', user_id: 7 } as never;
  };
  const reply = await saveUser({ body, record, typed, idempotencyKey: 'key' }, send as never);
  return { calls, reply };
}

test.each([
  ['adds a user and an employee', null, filled, ['createUser', 'createEmployee']],
  ['changes the user, then the employee', stored, {}, ['updateUser', 'updateEmployee']],
  ['links an employee', unlinked, filled, ['updateUser', 'createEmployee']],
  ['changes an account without an employee', unlinked, {}, ['updateUser']],
])('%s (U4)', async (_, record, values, names) => {
  const { calls, reply } = await save(record, values);
  expect(calls.map(([name]) => name)).toEqual(names);
  const saved = names.length === 2 ? 'User and Employee' : 'User';
  expect(reply.message).toBe(`${saved} ${record ? 'updated' : 'added'} successfully.`);
});

test.each([
  ['nothing that is equal', {}, {}, {}],
  ['typed hours as whole numbers', { pto_hours: '72.9' }, { pto_hours: true }, { pto_hours: 72 }],
  ['other hours with their decimals', { work_hours: '38.5' }, {}, { work_hours: 38.5 }],
  ['an emptied payroll number', { payroll_number: '' }, {}, { payroll_number: '' }],
])('sends %s', async (_, values, typed, sent) => {
  const { calls } = await save(stored, values, typed);
  const { password: _p, send_link: _s, pto_hours: _h, work_hours: _w, ...same } = valuesOf(stored);
  const { payroll_number: _n, current_password: _c, ...account } = same;
  const versions = { version: 4, employee_version: 9 };
  expect(calls[0]?.[1]).toEqual({ ...account, ...versions, ...sent });
});

test.each([
  ['repeats a change whose reply was lost', {}, [4, 6, 9]],
  ['does not overwrite a change by someone else', { position: 'Yard' }, [4]],
])('%s (SEC28)', async (_, change, versions) => {
  const body = schemaOf(filled, stored).parse(filled);
  const current = { ...stored, version: 6, ...change };
  const stale = new CallError(409, { error: 'stale', current });
  const sent: unknown[] = [];
  const send = async (_: unknown, input: { body: { version: number } }) => {
    sent.push(input.body.version);
    if (sent.length === 1) throw stale;
  };
  const saving = saveUser(
    { body, record: stored, typed: {}, idempotencyKey: 'key' },
    send as never,
  ).catch((error) => error);
  expect((await saving) === stale).toBe(versions.length === 1);
  expect(sent).toEqual(versions);
});

test('sends a link instead of a password', async () => {
  const { calls } = await save(null, { ...filled, password: '', send_link: true });
  expect(calls[0]?.[1]).toMatchObject({ send_link: 1 });
  expect(calls[0]?.[1]).not.toHaveProperty('password');
});

test('sends the current password with a new one only', async () => {
  const typed = { current_password: 'a load of eight cars' };
  const [[, without] = []] = (await save(stored, typed)).calls;
  expect(without).not.toHaveProperty('current_password');
  const [[, sent] = []] = (await save(stored, { ...typed, password: 'a load of nine cars' })).calls;
  expect(sent).toMatchObject({ password: 'a load of nine cars', ...typed });
});
