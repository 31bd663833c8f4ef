import { CallError, type CallInput, type Endpoint, type ReplyOf } from '#contract/endpoint.ts';
import { users as messages } from '#contract/messages/users.ts';
import {
  createEmployee,
  createUser,
  type Employee,
  type User,
  updateEmployee,
  updateUser,
} from '#contract/users.ts';
import type { UserBodies } from './user-values.ts';

/** The user that is changed, as it was read. */
export interface Target {
  user_id: number;
  employee_id: number | null;
  version: number | null;
  employee_version: number | null;
}

interface UserToSave {
  /** Null adds one. */
  target: Target | null;
  bodies: UserBodies;
  /** One key for each thing that may be created, the same for every try. */
  keys: { user: string; employee: string };
}

type Send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: { idempotencyKey: string },
) => Promise<ReplyOf<E>>;

/** The user is saved, the employee is not: `target` is what to go on with, `cause` why it stopped. */
export class HalfSaved extends Error {
  override name = 'HalfSaved';
  readonly target: Target;
  constructor(target: Target, cause: unknown) {
    super('The second step failed.', { cause });
    this.target = target;
  }
}

interface SavedUser {
  /** The sentence of what was saved. */
  message: string;
  userId: number;
}

/** First the user, then the employee (U4). */
export async function saveUser(save: UserToSave, send: Send): Promise<SavedUser> {
  return save.target ? change(save, save.target, send) : add(save, send);
}

async function add({ bodies, keys }: UserToSave, send: Send): Promise<SavedUser> {
  // The form lets the password be blank only when a link is to be mailed instead.
  const secret = bodies.password === '' ? { send_link: 1 as const } : { password: bodies.password };
  const body = { ...bodies.user, ...secret };
  const { user_id } = await send(createUser, { body }, { idempotencyKey: keys.user });
  if (!isEmployee(bodies)) return { message: messages.userAdded, userId: user_id };
  const target = { user_id, employee_id: null, version: null, employee_version: null };
  await second(target, () => link(target, bodies, keys.employee, send));
  return { message: messages.added, userId: user_id };
}

async function change(
  { bodies, keys }: UserToSave,
  target: Target,
  send: Send,
): Promise<SavedUser> {
  const { user_id, employee_id, version, employee_version } = target;
  const body = {
    ...bodies.user,
    ...(bodies.password === '' ? {} : { password: bodies.password }),
    ...bodies.employee,
  };
  const params = { id: user_id };
  await settled(
    (at) => send(updateUser, { params, body: { ...body, ...at } }),
    { version, employee_version },
    { ...bodies.user, ...bodies.employee },
    (current: User) => ({
      version: current.version,
      employee_version: current.employee_version,
    }),
  );
  if (!isEmployee(bodies) && employee_id === null) {
    return { message: messages.userUpdated, userId: user_id };
  }
  await second(target, () =>
    employee_id === null
      ? link(target, bodies, keys.employee, send)
      : settled(
          (at) =>
            send(updateEmployee, {
              params: { id: employee_id },
              body: { ...bodies.employee, ...at },
            }),
          // The first call has written the same fields, which raised the record's version if they were new.
          { version: employee_version && employee_version + Number(bodies.employeeChanged) },
          bodies.employee,
          (current: Employee) => ({ version: current.version }),
        ),
  );
  return { message: messages.updated, userId: user_id };
}

/** A user becomes an employee when any of these four is filled (U4). */
function isEmployee({ employee }: UserBodies): boolean {
  const { first_name, last_name, department, position } = employee;
  return [first_name, last_name, department, position].some(Boolean);
}

async function link({ user_id }: Target, bodies: UserBodies, key: string, send: Send) {
  const body = { user_id, ...bodies.employee };
  await send(createEmployee, { body }, { idempotencyKey: key });
}

async function second(target: Target, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    throw new HalfSaved(target, error);
  }
}

/**
 * Sends a change. When it is refused as stale although the record already says all of it, this very change
 * has arrived before and its answer was lost: it is sent once more, at the version there is now.
 */
async function settled<At, Current>(
  write: (at: At) => Promise<unknown>,
  at: At,
  sent: object,
  versionsOf: (current: Current) => At,
): Promise<void> {
  try {
    await write(at);
  } catch (error) {
    const current = currentOf(error);
    if (!current || !Object.entries(sent).every(([name, value]) => current[name] === value)) {
      throw error;
    }
    await write(versionsOf(current as Current));
  }
}

/** The record as it is now, when a change of it was refused as stale. */
export function currentOf(error: unknown): Record<string, unknown> | null {
  const stale = error instanceof CallError && error.status === 409;
  return stale && error.body.current ? (error.body.current as Record<string, unknown>) : null;
}
