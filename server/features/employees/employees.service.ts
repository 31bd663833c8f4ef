import { general } from '#contract/messages/general.ts';
import { users as say } from '#contract/messages/people.ts';
import type { Employee, EmployeeChange, EmployeeInput } from '#contract/users.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import type { EmployeeRow } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { setHours } from '../hours/hours.service.ts';
import * as queries from './employees.queries.ts';

export interface Writer {
  userId: number;
  ip: string;
  now: Date;
}

function present(row: EmployeeRow): Employee {
  const { pto_hundredths, work_hundredths, created_at: _, ...rest } = row;
  return { ...rest, pto_hours: pto_hundredths / 100, work_hours: work_hundredths / 100 };
}

const inHundredths = (hours = 0) => Math.round(hours * 100);

/** Every employee whose account is open. */
export async function readEmployees(db: Db): Promise<Employee[]> {
  return (await queries.selectEmployees(db)).map(present);
}

/** The caller's own record; 404 when not linked. */
export async function readOwnEmployee(db: Db, userId: number): Promise<Employee> {
  const row = await queries.selectEmployeeOf(db, userId);
  if (!row) throw notFound(say.notLinked);
  return present(row);
}

/** Links a new employee to an open account; its hours open the ledger. */
export async function createEmployee(
  tx: Db,
  engine: Ground['engine'],
  input: EmployeeInput,
  by: Writer,
): Promise<number> {
  const { pto_hours, work_hours, ...columns } = input;
  const { now, ...actor } = by;
  if (!(await queries.holdOpenUser(tx, engine, input.user_id))) {
    throw invalid({ user_id: say.unknownUser }, say.unknownUser);
  }
  let id: number;
  try {
    id = await queries.insertEmployee(tx, { ...columns, created_at: now.toISOString() });
  } catch (error) {
    if (!isUniqueViolation(error, 'user_id')) throw error;
    throw new Refusal(409, say.alreadyLinked, { fields: { user_id: say.alreadyLinked } });
  }
  await recordAudit(tx, now, {
    ...actor,
    action: 'employee.create',
    target: { kind: 'employee', id },
    detail: { user_id: input.user_id },
  });
  const changes = { pto: inHundredths(pto_hours), work: inHundredths(work_hours) };
  await setHours(tx, { employeeId: id, changes, reason: '', by: actor, now });
  return id;
}

/** An account's employee, held until the transaction ends. */
export async function lockEmployeeOf(tx: Db, userId: number): Promise<EmployeeRow | undefined> {
  return queries.lockEmployee(tx, 'user_id', userId);
}

const own = [
  'first_name',
  'last_name',
  'department',
  'position',
  'hire_date',
  'payroll_number',
] as const;

/** Writes what differs from the held row, hours through the ledger; equal values change nothing. */
export async function changeEmployee(
  tx: Db,
  before: EmployeeRow,
  change: EmployeeChange,
  reason: string,
  by: Writer,
): Promise<void> {
  const { now, ...actor } = by;
  const id = before.employee_id;
  const names = own.filter((name) => change[name] !== undefined && change[name] !== before[name]);
  const hours = {
    pto: change.pto_hours === undefined ? before.pto_hundredths : inHundredths(change.pto_hours),
    work:
      change.work_hours === undefined ? before.work_hundredths : inHundredths(change.work_hours),
  };
  const hoursDiffer = hours.pto !== before.pto_hundredths || hours.work !== before.work_hundredths;
  if (names.length === 0 && !hoursDiffer) return;

  const columns = Object.fromEntries(names.map((name) => [name, change[name]]));
  await queries.updateEmployee(tx, id, columns);
  if (names.length > 0) {
    await recordAudit(tx, now, {
      ...actor,
      action: 'employee.update',
      target: { kind: 'employee', id },
      detail: Object.fromEntries(
        names.map((name) => [name, { before: before[name], after: change[name] }]),
      ),
    });
  }
  await setHours(tx, { employeeId: id, changes: hours, reason, by: actor, now });
}

/** Changes the keys that are sent; a stale version is 409 with the record as it is now. */
export async function reviseEmployee(
  ground: Ground,
  id: number,
  change: EmployeeChange & { reason: string; version?: number | null },
  by: { userId: number; ip: string },
): Promise<void> {
  await ground.db.transaction().execute(async (tx) => {
    const before = await queries.lockEmployee(tx, 'employee_id', id);
    if (!before || !(await queries.selectEmployee(tx, id))) throw notFound(say.unknownEmployee);
    if (change.version && change.version !== before.version) {
      throw conflict(general.stale, present(before));
    }
    await changeEmployee(tx, before, change, change.reason, { ...by, now: ground.now() });
  });
}
