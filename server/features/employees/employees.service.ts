import { users as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import {
  createEmployee as createEndpoint,
  type Employee,
  type EmployeeChange,
  type EmployeeInput,
  type updateDepartment as updateDepartmentEndpoint,
} from '#contract/users.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import { insertRecord, updateRecord } from '../../database/records.ts';
import type { EmployeeRow } from '../../database/tables/tables.ts';
import { requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { alreadyExists, conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type SessionActor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { setHours } from '../hours/hours.service.ts';
import * as queries from './employees.queries.ts';

function toDto(row: EmployeeRow): Employee {
  const { pto_hundredths, work_hundredths, created_at: _, ...rest } = row;
  return { ...rest, pto_hours: pto_hundredths / 100, work_hours: work_hundredths / 100 };
}

const inHundredths = (hours = 0) => Math.round(hours * 100);

/** Every employee whose account is open, in the order of their creation. */
export function listEmployees({ db }: Pick<AppContext, 'db'>): ReadPage<Employee> {
  return async (after, limit) => {
    const employees = (await queries.selectEmployees(db, after?.id ?? 0, limit + 1)).map(toDto);
    return pageOf(employees, limit, ({ employee_id }) => ({ at: '', id: employee_id }));
  };
}

/** The caller's own record; 404 when not linked. */
export async function getOwnEmployee(db: Db, userId: number): Promise<Employee> {
  const row = await queries.selectEmployeeOf(db, userId);
  if (!row) throw notFound(messages.notLinked);
  return toDto(row);
}

/** One employee whose account is open; 404 when there is none. */
export async function getEmployee(db: Db, id: number): Promise<Employee> {
  const row = await queries.selectEmployee(db, id);
  if (!row) throw notFound(messages.unknownEmployee);
  return toDto(row);
}

/** Links a new employee to an open account, once per Idempotency-Key; its hours open the ledger. */
export async function createEmployee(
  ctx: AppContext,
  body: EmployeeInput,
  actor: SessionActor,
  key: string | undefined,
): Promise<{ message: string; employee_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      await requireOpenSession(write, actor);
      const employee_id = await addEmployee(ctx, write, actor, body);
      return { message: messages.employeeAdded, employee_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Links a new employee to an open account in the write of the caller; its hours open the ledger. */
export async function addEmployee(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  body: EmployeeInput,
): Promise<number> {
  const { tx, now, audit } = write;
  const { pto_hours, work_hours, ...columns } = body;
  if (!(await queries.selectOpenUserForShare(tx, body.user_id))) {
    throw invalid({ user_id: messages.unknownUser }, messages.unknownUser);
  }
  const id = await orLinked(
    insertRecord(tx, 'employees', { ...columns, created_at: now.toISOString() }),
  );
  await audit({
    action: 'employee.create',
    target: { kind: 'employee', id, label: personName(body) },
    detail: { user_id: body.user_id },
  });
  const changes = { pto: inHundredths(pto_hours), work: inHundredths(work_hours) };
  await setHours(ctx, write, actor, { employeeId: id, changes, reason: '', isOpening: true });
  return id;
}

/** Turns a second employee of the same account into 409. */
async function orLinked(insert: Promise<number>): Promise<number> {
  try {
    return await insert;
  } catch (error) {
    if (!isUniqueViolation(error, 'user_id')) throw error;
    throw alreadyExists('user_id', messages.alreadyLinked);
  }
}

/** An account's employee, locked until the transaction ends. */
export async function getEmployeeForUpdate(
  tx: Db,
  userId: number,
): Promise<EmployeeRow | undefined> {
  return queries.selectEmployeeForUpdate(tx, 'user_id', userId);
}

interface PtoChange {
  employeeId: number;
  /** Hundredths of an hour to add, negative to take. */
  by: number;
  reason: string;
}

/**
 * Changes the PTO balance through the ledger, without a notification. Writes nothing and returns the employee when too
 * few hours are left to take.
 */
export async function changePto(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  { employeeId, by, reason }: PtoChange,
): Promise<EmployeeRow | null> {
  const employee = await queries.selectEmployeeForUpdate(write.tx, 'employee_id', employeeId);
  if (!employee) throw notFound(messages.unknownEmployee);
  const pto = employee.pto_hundredths + by;
  if (pto < 0) return employee;
  await updateRecord(write.tx, 'employees', employeeId, {});
  await setHours(ctx, write, actor, { employeeId, changes: { pto }, reason, isNotified: true });
  return null;
}

/** Writes what differs from the locked row, hours through the ledger; equal values change nothing. */
export async function changeEmployee(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  before: EmployeeRow,
  change: EmployeeChange & { reason?: string },
): Promise<void> {
  const { first_name, last_name, department, position, hire_date, payroll_number } = change;
  const own = { first_name, last_name, department, position, hire_date, payroll_number };
  const columns = changedColumns(before, own);
  const names = Object.keys(columns) as (keyof typeof own)[];
  const { pto_hours, work_hours, reason = '' } = change;
  const hours = {
    pto: pto_hours === undefined ? before.pto_hundredths : inHundredths(pto_hours),
    work: work_hours === undefined ? before.work_hundredths : inHundredths(work_hours),
  };
  const isSame = hours.pto === before.pto_hundredths && hours.work === before.work_hundredths;
  if (names.length === 0 && isSame) return;

  const id = before.employee_id;
  await updateRecord(write.tx, 'employees', id, columns);
  if (names.length > 0) {
    await write.audit({
      action: 'employee.update',
      target: { kind: 'employee', id, label: personName({ ...before, ...columns }) },
      detail: Object.fromEntries(
        names.map((name) => [name, { before: before[name], after: change[name] }]),
      ),
    });
  }
  await setHours(ctx, write, actor, { employeeId: id, changes: hours, reason });
}

/** A locked employee; undefined for those of closed accounts, who stay as they are. */
async function getOpenForUpdate(tx: Db, id: number): Promise<EmployeeRow | undefined> {
  const locked = await queries.selectEmployeeForUpdate(tx, 'employee_id', id);
  return locked && (await queries.selectEmployee(tx, id)) && locked;
}

/** Changes the keys that are sent; 409 with the current record when the version is stale. */
export async function updateEmployee(
  ctx: AppContext,
  id: number,
  change: EmployeeChange & { reason: string; version?: number | null },
  actor: SessionActor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    await requireOpenSession(write, actor);
    const row = await getOpenForUpdate(write.tx, id);
    const before = await currentRow(row, change.version, toDto, messages.unknownEmployee);
    await changeEmployee(ctx, write, actor, before, change);
    return { message: messages.employeeUpdated };
  });
}

/** Moves all of the employees to a department, or none: 409 names those with a stale version who aren't there already. */
export async function updateDepartment(
  ctx: AppContext,
  { department, employees }: BodyOf<typeof updateDepartmentEndpoint>,
  actor: SessionActor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    await requireOpenSession(write, actor);
    const versions = new Map(employees.map((one) => [one.employee_id, one.version]));
    const stale: string[] = [];
    // In one order, so that two of these writes never wait for each other.
    for (const [id, version] of [...versions].toSorted(([a], [b]) => a - b)) {
      const before = await getOpenForUpdate(write.tx, id);
      if (!before) throw invalid({ employees: messages.goneEmployees }, messages.goneEmployees);
      if (before.department === department) continue;
      if (version && version !== before.version) stale.push(personName(before));
      else await changeEmployee(ctx, write, actor, before, { department });
    }
    if (stale.length > 0) throw conflict(messages.departmentStale(stale.join(', ')));
    return { message: messages.departmentSet(versions.size, department) };
  });
}
