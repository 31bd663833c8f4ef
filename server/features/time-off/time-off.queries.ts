import { type Selectable, sql } from 'kysely';
import { type Period, yearBefore } from '#contract/rules/time-off-rules.ts';
import type { TimeOffStatus } from '#contract/time-off.ts';
import { countRows, newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { EmployeeRow } from '../../database/tables/tables.ts';
import type { TimeOffTable } from '../../database/tables/time-off.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export type TimeOffRow = Selectable<TimeOffTable> & {
  first_name: string;
  last_name: string;
  department: string;
  pto_hundredths: number;
  /** The employee's account. */
  user_id: number | null;
  closed_at: string | null;
  /** Who decided; nulls without one. */
  decider_username: string | null;
  decider_first_name: string | null;
  decider_last_name: string | null;
};

function withNames(db: Db) {
  return (
    db
      .selectFrom('time_off')
      .innerJoin('employees as e', 'e.employee_id', 'time_off.employee_id')
      // Left joins keep the requests first in the plan, so that their index gives the order.
      .leftJoin('users as u', 'u.user_id', 'e.user_id')
      .leftJoin('users as d', 'd.user_id', 'time_off.decided_by')
      .leftJoin('employees as de', 'de.user_id', 'time_off.decided_by')
      .selectAll('time_off')
      .select([
        'e.first_name',
        'e.last_name',
        'e.department',
        'e.pto_hundredths',
        'e.user_id',
        'u.closed_at',
        'd.username as decider_username',
        'de.first_name as decider_first_name',
        'de.last_name as decider_last_name',
      ])
  );
}

type Selection = ReturnType<typeof withNames>;

/** Only what touches these days; a bound left out is open. */
function within(query: Selection, from: string | undefined, to: string | undefined): Selection {
  let limited = query;
  if (from !== undefined) {
    // No period is longer than a year: the second bound lets the index end the search.
    limited = limited
      .where('time_off.to_date', '>=', from)
      .where('time_off.from_date', '>=', yearBefore(from));
  }
  return to === undefined ? limited : limited.where('time_off.from_date', '<=', to);
}

export interface TimeOffFilter {
  /** Everyone's, one employee's, or those of a user's employee. */
  owner: { employeeId?: number | undefined } | { userId: number };
  status?: TimeOffStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Requests, newest first. */
export async function selectTimeOff(
  db: Db,
  { owner, status, from, to }: TimeOffFilter,
  before: Cursor | null,
  limit: number,
): Promise<TimeOffRow[]> {
  const columns = ['time_off.created_at', 'time_off.time_off_id'] as const;
  let query = newestFirst(within(withNames(db), from, to), columns, before, limit);
  if ('userId' in owner) {
    query = query.where('time_off.employee_id', '=', (eb) =>
      eb.selectFrom('employees as own').select('employee_id').where('user_id', '=', owner.userId),
    );
  } else if (owner.employeeId !== undefined) {
    query = query.where('time_off.employee_id', '=', owner.employeeId);
  }
  // Literal, for the partial index of undecided requests.
  if (status !== undefined) query = query.where('time_off.status', '=', sql.lit(status));
  return query.execute();
}

export async function selectTimeOffById(db: Db, id: number): Promise<TimeOffRow | undefined> {
  return withNames(db).where('time_off_id', '=', id).executeTakeFirst();
}

/** One request, locked until the transaction ends. */
export async function selectTimeOffForUpdate(tx: Db, id: number): Promise<TimeOffRow | undefined> {
  await selectForUpdate(tx, 'time_off', 'time_off_id', id);
  return selectTimeOffById(tx, id);
}

/** The undecided requests of an account's employee, and the approved ones that begin after a day. */
export async function selectUpcomingIds(tx: Db, userId: number, today: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('time_off')
    .innerJoin('employees', 'employees.employee_id', 'time_off.employee_id')
    .select('time_off_id')
    .where('employees.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'requested'),
        eb.and([eb('status', '=', 'approved'), eb('from_date', '>', today)]),
      ]),
    )
    .orderBy('time_off_id')
    .execute();
  return rows.map(({ time_off_id }) => time_off_id);
}

/** Requested and approved time off of others in the department that touches these days, earliest first. */
export async function selectAlsoAway(
  db: Db,
  {
    department,
    employee_id,
    from_date,
    to_date,
  }: Period & Pick<TimeOffRow, 'department' | 'employee_id'>,
): Promise<TimeOffRow[]> {
  return within(withNames(db), from_date, to_date)
    .where('e.department', '=', department)
    .where('time_off.employee_id', '<>', employee_id)
    .where('time_off.status', 'in', ['requested', 'approved'])
    .orderBy('time_off.from_date')
    .orderBy('time_off.time_off_id')
    .execute();
}

/** Approved time off that ends on a day or later, earliest first: everyone's, or that of a user's employee. */
export async function selectApproved(
  db: Db,
  userId: number | null,
  from: string,
): Promise<TimeOffRow[]> {
  const query = within(withNames(db), from, undefined)
    .where('time_off.status', '=', 'approved')
    .orderBy('time_off.from_date')
    .orderBy('time_off.time_off_id');
  return (userId === null ? query : query.where('e.user_id', '=', userId)).execute();
}

/** The hundredths of an hour that an employee's undecided requests would take from the PTO balance. */
export async function selectReserved(db: Db, employeeId: number): Promise<number> {
  const { reserved } = await db
    .selectFrom('time_off')
    .select((eb) => eb.fn.sum('hours_hundredths').as('reserved'))
    .where('employee_id', '=', employeeId)
    .where('status', '=', 'requested')
    .where('takes_pto', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(reserved ?? 0);
}

/**
 * An employee with an open account, by its own id or its account's: locked, so that their time off changes one by one,
 * and the account can't be closed until the transaction ends.
 */
export async function selectOpenEmployeeForUpdate(
  tx: Db,
  column: 'employee_id' | 'user_id',
  id: number,
): Promise<
  | (Pick<EmployeeRow, 'employee_id' | 'first_name' | 'last_name' | 'pto_hundredths'> & {
      user_id: number;
    })
  | undefined
> {
  return tx
    .selectFrom('employees')
    .innerJoin('users', 'users.user_id', 'employees.user_id')
    .select(['employee_id', 'first_name', 'last_name', 'pto_hundredths', 'users.user_id'])
    .where(`employees.${column}`, '=', id)
    .where('users.closed_at', 'is', null)
    .forShare('users')
    .forUpdate('employees')
    .executeTakeFirst();
}

/** Locks the employee until the transaction ends: their time off is approved one by one. */
export async function selectEmployeeForUpdate(tx: Db, id: number): Promise<void> {
  await selectForUpdate(tx, 'employees', 'employee_id', id);
}

/** The employee's other time off of these statuses that touches these days, earliest first. */
export async function selectOthers(
  tx: Db,
  {
    employee_id,
    time_off_id = 0,
    ...period
  }: Period & { employee_id: number; time_off_id?: number },
  statuses: readonly TimeOffStatus[],
): Promise<TimeOffRow[]> {
  return within(withNames(tx), period.from_date, period.to_date)
    .where('time_off.employee_id', '=', employee_id)
    .where('time_off_id', '<>', time_off_id)
    .where('time_off.status', 'in', statuses)
    .orderBy('time_off.from_date')
    .orderBy('time_off.time_off_id')
    .execute();
}

/** Counts the undecided requests. */
export function countTimeOffRequests(db: Db) {
  return countRows(
    // SQLite uses the partial index only for its own condition.
    db.selectFrom('time_off').where('status', '=', sql.lit('requested' as const)),
  );
}

/** The revision of a user's calendar feed; 1 until it is renewed. */
export async function selectCalendarRevision(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('time_off_calendars')
    .select('revision')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.revision ?? 1;
}
