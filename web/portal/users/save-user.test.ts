import { describe, expect, test } from 'vitest';
import { CallError } from '#contract/endpoint.ts';
import { HalfSaved, saveUser, type Target } from './save-user.ts';
import { bodiesOf, type UserValues, valuesOf } from './user-values.ts';

const values: UserValues = {
  username: 'marisol',
  user_email: 'marisol@example.com',
  phone_number: '630-555-0143',
  password: 'a load of nine cars',
  user_role: 'employee',
  first_name: 'Marisol',
  last_name: 'Quintero',
  department: 'Operations',
  position: 'Driver',
  hire_date: '2026-02-03',
  payroll_number: '',
  pto_hours: '80',
  work_hours: '40.5',
};
const noNames = { first_name: '', last_name: '', department: '', position: '', hire_date: '' };
const target: Target = { user_id: 7, employee_id: 3, version: 4, employee_version: 9 };
const keys = { user: 'key of the user', employee: 'key of the employee' };

type Answer = object | CallError;

/** Takes the calls down and answers them in turn. */
function office(...answers: Answer[]) {
  const calls: { name: string; body: Record<string, unknown>; key: string | undefined }[] = [];
  const send = async (
    { name }: { name: string },
    { body }: { body?: unknown },
    options?: { idempotencyKey: string },
  ) => {
    calls.push({ name, body: body as Record<string, unknown>, key: options?.idempotencyKey });
    const answer = answers.shift() ?? { message: '' };
    if (answer instanceof CallError) throw answer;
    return answer as never;
  };
  return { calls, send };
}

const names = (calls: { name: string }[]) => calls.map(({ name }) => name);
const stale = (current: object) => new CallError(409, { error: 'stale', current });

describe('adding', () => {
  test('makes the user, then the employee with its id, each under its own key', async () => {
    const { calls, send } = office({ user_id: 7 }, { employee_id: 3 });
    const bodies = bodiesOf(values, valuesOf(null));
    const { message } = await saveUser({ target: null, bodies, keys }, send);
    expect(message).toBe('User and Employee added successfully.');
    expect(names(calls)).toEqual(['createUser', 'createEmployee']);
    expect(calls[1]?.body).toMatchObject({ user_id: 7, first_name: 'Marisol', pto_hours: 80 });
    expect(calls[1]?.body).not.toHaveProperty('username');
    expect(calls.map(({ key }) => key)).toEqual([keys.user, keys.employee]);
  });

  test('makes no employee when none of the four is filled', async () => {
    const { calls, send } = office({ user_id: 7 });
    const bodies = bodiesOf({ ...values, ...noNames }, valuesOf(null));
    expect(await saveUser({ target: null, bodies, keys }, send)).toEqual({
      message: 'User added successfully.',
      userId: 7,
    });
    expect(names(calls)).toEqual(['createUser']);
  });

  test('asks for a link when the password is blank', async () => {
    const { calls, send } = office({ user_id: 7 }, { employee_id: 3 });
    const bodies = bodiesOf({ ...values, password: '' }, valuesOf(null));
    await saveUser({ target: null, bodies, keys }, send);
    expect(calls[0]?.body).toMatchObject({ send_link: 1 });
    expect(calls[0]?.body).not.toHaveProperty('password');
  });

  test('that stops half-way says which user to go on with', async () => {
    const cause = new CallError(503, { error: 'away' });
    const { send } = office({ user_id: 7 }, cause);
    const bodies = bodiesOf(values, valuesOf(null));
    const failure = await saveUser({ target: null, bodies, keys }, send).catch((error) => error);
    expect(failure).toBeInstanceOf(HalfSaved);
    expect(failure).toMatchObject({ cause, target: { user_id: 7, employee_id: null } });
  });
});

describe('changing', () => {
  const start = { ...values, password: '' };

  test('writes the user with the versions, then the employee at the one that follows', async () => {
    const { calls, send } = office();
    const bodies = bodiesOf({ ...start, pto_hours: '72' }, start);
    const { message } = await saveUser({ target, bodies, keys }, send);
    expect(message).toBe('User and Employee updated successfully.');
    expect(names(calls)).toEqual(['updateUser', 'updateEmployee']);
    expect(calls[0]?.body).toMatchObject({ version: 4, employee_version: 9, pto_hours: 72 });
    expect(calls[0]?.body).not.toHaveProperty('password');
    expect(calls[0]?.body).not.toHaveProperty('work_hours');
    expect(calls[1]?.body).toMatchObject({ version: 10, first_name: 'Marisol', pto_hours: 72 });
  });

  test('of the user alone leaves the version of the employee', async () => {
    const { calls, send } = office();
    await saveUser(
      { target, bodies: bodiesOf({ ...start, phone_number: '1' }, start), keys },
      send,
    );
    expect(calls[1]?.body).toMatchObject({ version: 9 });
  });

  test('links an employee when there was none, and not without a name', async () => {
    const unlinked = { ...target, employee_id: null, employee_version: null };
    const linking = office({ message: '' }, { employee_id: 3 });
    const bodies = bodiesOf(start, { ...start, ...noNames, pto_hours: '', work_hours: '' });
    await saveUser({ target: unlinked, bodies, keys }, linking.send);
    expect(names(linking.calls)).toEqual(['updateUser', 'createEmployee']);

    const plain = office();
    const without = bodiesOf({ ...start, ...noNames }, { ...start, ...noNames });
    const { message } = await saveUser({ target: unlinked, bodies: without, keys }, plain.send);
    expect(message).toBe('User updated successfully.');
    expect(names(plain.calls)).toEqual(['updateUser']);
  });

  test('whose answer was lost is sent again at the version there is now', async () => {
    const bodies = bodiesOf(start, start);
    const current = { ...bodies.user, ...bodies.employee, version: 5, employee_version: 10 };
    const { calls, send } = office(stale(current));
    await saveUser({ target, bodies, keys }, send);
    expect(names(calls)).toEqual(['updateUser', 'updateUser', 'updateEmployee']);
    expect(calls[1]?.body).toMatchObject({ version: 5, employee_version: 10 });
  });

  test("does not go over somebody else's", async () => {
    const bodies = bodiesOf(start, start);
    const httpError = stale({ ...bodies.user, ...bodies.employee, position: 'Yard', version: 5 });
    const { calls, send } = office(httpError);
    await expect(saveUser({ target, bodies, keys }, send)).rejects.toBe(httpError);
    expect(calls).toHaveLength(1);
  });
});

test('a payroll number is sent when there is one, and empty when it was taken away', () => {
  const known = { ...values, payroll_number: 'KT-0417' };
  expect(bodiesOf(known, known).employee).toMatchObject({ payroll_number: 'KT-0417' });
  const emptied = bodiesOf(values, known);
  expect(emptied.employee).toMatchObject({ payroll_number: '' });
  expect(emptied.employeeChanged).toBe(true);
  expect(bodiesOf(values, values).employee).not.toHaveProperty('payroll_number');
});

describe('hours', () => {
  const start = { ...values, pto_hours: '80', work_hours: '40.5' };

  test('are whole numbers when typed, and not sent when not', () => {
    const typed = bodiesOf({ ...start, pto_hours: '72.9' }, start);
    expect(typed.employee).toMatchObject({ pto_hours: 72 });
    expect(typed.employee).not.toHaveProperty('work_hours');
    expect(typed.employeeChanged).toBe(true);
    expect(bodiesOf(start, start).employeeChanged).toBe(false);
  });

  test('keep their decimals over what somebody else has saved, when nobody typed them', () => {
    const stored = { ...start, work_hours: '38' };
    expect(bodiesOf(start, stored, start).employee).toMatchObject({ work_hours: 40.5 });
  });
});
