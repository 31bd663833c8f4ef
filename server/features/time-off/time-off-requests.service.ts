import { timeOff as messages } from '#contract/messages/time-off.ts';
import { measure } from '#contract/rules/time-off-rules.ts';
import { personName } from '#contract/text/employee-name.ts';
import * as contract from '#contract/time-off.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import { insertRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { forbidden, invalid } from '../../platform/runtime/errors.ts';
import { type Actor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { selectOpenEmployeeForUpdate } from './time-off.queries.ts';
import {
  type Asking,
  auditOf,
  describe,
  linkTo,
  publishTimeOff,
  refuseClash,
} from './time-off.service.ts';
import { approve } from './time-off-decisions.service.ts';

type Body = BodyOf<typeof contract.createTimeOff>;

/** The locked employee whose time off it is: the caller's own, for an admin any. */
async function employeeFor(
  { tx }: Write,
  { userId, role }: Asking,
  employeeId: number | undefined,
) {
  if (role === 'admin' && employeeId !== undefined) {
    const employee = await selectOpenEmployeeForUpdate(tx, 'employee_id', employeeId);
    if (employee) return employee;
    throw invalid({ employee_id: messages.unknownEmployee }, messages.unknownEmployee);
  }
  const own = await selectOpenEmployeeForUpdate(tx, 'user_id', userId);
  if (employeeId !== undefined && employeeId !== own?.employee_id) throw forbidden();
  if (!own) throw invalid({}, messages.notLinked);
  return own;
}

/**
 * Requests time off for the caller, once per Idempotency-Key, and notifies the office. An admin who names an employee
 * records it for them: it is approved at once, unless the balance is too low.
 */
export async function createTimeOff(
  ctx: AppContext,
  body: Body,
  user: Asking,
  actor: Actor,
  key: string | undefined,
): Promise<ReplyOf<typeof contract.createTimeOff>> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit } = write;
      const employee = await employeeFor(write, user, body.employee_id);
      const measured = measure(body, now);
      if ('fields' in measured) {
        throw invalid(measured.fields, Object.values(measured.fields)[0]);
      }
      const { hours } = measured;
      const { kind, from_date, to_date, note } = body;
      const { employee_id, pto_hundredths } = employee;
      const row = {
        employee_id,
        kind,
        takes_pto: contract.takesPto(kind) ? (1 as const) : (0 as const),
        from_date,
        to_date,
        hours_hundredths: Math.round(hours * 100),
        note,
        decided_by: null,
        decided_at: null,
        created_at: now.toISOString(),
      };
      const isOwn = employee.user_id === actor.userId;
      await refuseClash(tx, { ...employee, ...row }, ['requested', 'approved'], isOwn);
      const id = await insertRecord(tx, 'time_off', row);
      await audit({ action: 'time-off.request', ...auditOf(id, { ...row, ...employee }) });
      publishTimeOff(write, employee.user_id);
      const [about, name] = [{ kind: 'time_off', link: linkTo(id) } as const, personName(employee)];
      if (isOwn) {
        const message = messages.notices.requested(name, describe(row));
        await notify(ctx, write, actor.userId, [{ ...about, message, recipients: 'admins' }]);
        return { message: messages.requested, time_off_id: id, hours };
      }
      const message = () => messages.notices.recorded(describe(row));
      await notify(ctx, write, actor.userId, [
        { ...about, message, recipients: [employee.user_id] },
      ]);
      const isEnough = row.takes_pto === 0 || pto_hundredths >= row.hours_hundredths;
      if (isEnough) await approve(ctx, write, actor, id);
      return {
        message: isEnough
          ? messages.recorded
          : messages.recordedAsRequest(name, pto_hundredths / 100, hours),
        time_off_id: id,
        hours,
      };
    },
    { endpoint: contract.createTimeOff, key, body },
  );
}
