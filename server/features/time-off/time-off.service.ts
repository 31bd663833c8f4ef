import { timeOff as messages } from '#contract/messages/time-off.ts';
import { badgesEvent } from '#contract/portal.ts';
import { findClash } from '#contract/rules/time-off-rules.ts';
import { personName } from '#contract/text/employee-name.ts';
import * as contract from '#contract/time-off.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import type { Write } from '../../platform/writes/writes.ts';
import { getEmployee, getOwnEmployee } from '../employees/employees.service.ts';
import {
  selectAlsoAway,
  selectOthers,
  selectReserved,
  selectTimeOff,
  selectTimeOffById,
  type TimeOffRow,
} from './time-off.queries.ts';

export { countTimeOffRequests } from './time-off.queries.ts';

export type Asking = Pick<AuthUser, 'userId' | 'role'>;

export function toDto(row: TimeOffRow): contract.TimeOff {
  const { time_off_id, employee_id, department, kind, from_date, to_date, note } = row;
  const { status, reason, created_at, version } = row;
  return {
    time_off_id,
    employee_id,
    employee_name: personName(row),
    department,
    kind,
    from_date,
    to_date,
    hours: row.hours_hundredths / 100,
    note,
    status,
    reason,
    decided_by:
      row.decider_username === null
        ? null
        : personName({
            username: row.decider_username,
            first_name: row.decider_first_name,
            last_name: row.decider_last_name,
          }),
    created_at,
    version,
  };
}

/** `PTO from 12/22/2026 to 12/24/2026 (24 hours)`, for notifications. */
export function describe(
  row: Pick<TimeOffRow, 'kind' | 'from_date' | 'to_date' | 'hours_hundredths'>,
) {
  return messages.off(contract.kindLabel(row.kind), row, row.hours_hundredths / 100);
}

/** The parts of an audit entry about a request, without its kind and note. */
export function auditOf(
  id: number,
  row: Pick<
    TimeOffRow,
    'employee_id' | 'first_name' | 'last_name' | 'from_date' | 'to_date' | 'hours_hundredths'
  >,
) {
  const { employee_id, from_date, to_date, hours_hundredths } = row;
  return {
    target: { kind: 'time-off', id, label: `${personName(row)}, ${from_date}` },
    detail: { employee_id, from_date, to_date, hours: hours_hundredths / 100 },
  };
}

/**
 * Refuses time off that leaves a day with more hours off than it has, beside the employee's other time off of these
 * statuses: 409 with the other one. `isOwn`: the employee reads the message.
 */
export async function refuseClash(
  tx: Db,
  row: Parameters<typeof auditOf>[1] & { time_off_id?: number },
  statuses: readonly ('requested' | 'approved')[],
  isOwn: boolean,
): Promise<void> {
  const others = (await selectOthers(tx, row, statuses)).map(toDto);
  const clash = findClash({ ...row, hours: row.hours_hundredths / 100 }, others);
  if (!clash) return;
  const isApproved = clash.status === 'approved';
  throw conflict(messages.clash(clash, isApproved, isOwn ? null : personName(row)), clash);
}

/** Reloads the open pages of the employee and the office. */
export function publishTimeOff({ publish }: Write, userId: number | null): void {
  if (userId !== null) publish([userId], contract.timeOffEvent);
  publish('admins', contract.timeOffEvent);
  publish('admins', badgesEvent);
}

/** The link of a notification to a request. */
export function linkTo(id: number): string {
  return `/time-off?request=${id}`;
}

/** Requests, newest first: everyone's for admins, their own for employees. */
export function listTimeOff(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: Asking,
  { employee_id: employeeId, ...filter }: FilterOf<typeof contract.listTimeOff>,
): ReadPage<contract.TimeOff> {
  const owner = role === 'admin' ? { employeeId } : { userId };
  return async (before, limit) => {
    const rows = (await selectTimeOff(db, { owner, ...filter }, before, limit)).map(toDto);
    return pageOf(rows, limit, (row) => ({ at: row.created_at, id: row.time_off_id }));
  };
}

function balanceOf(pto: number, reserved: number): contract.TimeOffBalance {
  return {
    pto_hours: pto / 100,
    reserved_hours: reserved / 100,
    available_hours: (pto - reserved) / 100,
  };
}

/** The balance of the caller, or for an admin of any employee; 404 without an employee record. */
export async function getBalance(
  db: Db,
  { userId, role }: Asking,
  employeeId: number | undefined,
): Promise<contract.TimeOffBalance> {
  const isOther = role === 'admin' && employeeId !== undefined;
  const { employee_id, pto_hours } = isOther
    ? await getEmployee(db, employeeId)
    : await getOwnEmployee(db, userId);
  return balanceOf(Math.round(pto_hours * 100), await selectReserved(db, employee_id));
}

/** One request; for admins with the balance and who else of the department is away. 404 for others' requests. */
export async function getTimeOff(
  db: Db,
  id: number,
  { userId, role }: Asking,
): Promise<ReplyOf<typeof contract.getTimeOff>> {
  const row = await selectTimeOffById(db, id);
  if (!row || (role !== 'admin' && row.user_id !== userId)) throw notFound(messages.gone);
  if (role !== 'admin') return { ...toDto(row), balance: null, also_away: [] };
  // People without a department have no colleagues in it.
  const others = row.department === '' ? [] : await selectAlsoAway(db, row);
  const reserved = await selectReserved(db, row.employee_id);
  return {
    ...toDto(row),
    balance: balanceOf(row.pto_hundredths, reserved),
    also_away: others.map(toDto),
  };
}
