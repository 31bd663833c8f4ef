import * as contract from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { damages as damageMessages } from '#contract/messages/damages.ts';
import { badgesEvent } from '#contract/portal.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict } from '../../platform/runtime/errors.ts';
import type { Actor, Write } from '../../platform/writes/writes.ts';
import { deleteObjects } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type DamageRow,
  deleteClaimRow,
  insertChanges,
  selectClaim,
  updateClaimRow,
} from './claims.queries.ts';

/** The page of a claim in the portal. */
export const linkOf = (damageId: number) => `/claims?damage=${damageId}`;

export function auditTarget(
  id: number,
  { driver_name, damage_date }: Pick<DamageRow, 'driver_name' | 'damage_date'>,
) {
  return { kind: 'claim', id, label: `${driver_name}, ${damage_date}` };
}

type Change = Pick<contract.Claim['changes'][number], 'field' | 'before' | 'after'>;

/** Adds to the history that both sides see, and reloads the open pages of the office. */
export async function recordChanges(
  { tx, now, publish }: Write,
  damageId: number,
  { userId }: Actor,
  changes: readonly Change[],
): Promise<void> {
  const at = now.toISOString();
  const row = { damage_id: damageId, user_id: userId, at };
  await insertChanges(
    tx,
    changes.map((change) => ({ ...row, ...change })),
  );
  publish('admins', contract.claimsEvent);
  publish('admins', badgesEvent);
}

/** Notifies the driver of a damage. */
export async function notifyDriver(
  ctx: AppContext,
  write: Write,
  { userId }: Actor,
  damageId: number,
  { user_id }: DamageRow,
  message: () => string,
): Promise<void> {
  if (user_id === null) return;
  const [link, recipients] = [linkOf(damageId), [user_id]];
  await notify(ctx, write, userId, [{ kind: 'claim', message, link, recipients }]);
}

/** Notifies the office. */
export async function notifyOffice(
  ctx: AppContext,
  write: Write,
  { userId }: Actor,
  damageId: number,
  message: string,
): Promise<void> {
  const link = linkOf(damageId);
  await notify(ctx, write, userId, [{ kind: 'claim', message, link, recipients: 'admins' }]);
}

type Damage = Omit<DamageRow, 'user_id'> & Parameters<typeof personName>[0];

/** A damage's values in the history of its claim. */
const valuesOf = (damage: Damage) => ({
  employee_id: personName(damage),
  driver_name: damage.driver_name,
  damage_date: damage.damage_date,
  damage_amount: (damage.amount_cents / 100).toFixed(2),
  damage_description: damage.damage_description,
});

/**
 * Records a change of a damage in the history of its claim, removes the driver's response, which was about the values
 * before, and notifies the driver. Returns false for a damage without a claim.
 */
export async function recordDamageChange(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  before: Damage,
  after: Damage & { damage_id: number },
): Promise<boolean> {
  const { damage_id, damage_date } = after;
  const claim = await selectClaim(write.tx, damage_id);
  if (!claim) return false;
  const isMoved = before.employee_id !== after.employee_id;
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const fields = Object.keys(old) as (keyof typeof old)[];
  const changed = fields.filter((field) =>
    field === 'employee_id' ? isMoved : old[field] !== current[field],
  );
  const { driver_response } = claim;
  const response = { field: 'response', before: driver_response ?? '', after: '' } as const;
  await recordChanges(write, damage_id, actor, [
    ...changed.map((field) => ({ field, before: old[field], after: current[field] })),
    ...(driver_response === null ? [] : [response]),
  ]);
  await updateClaimRow(write.tx, damage_id, {
    driver_response: null,
    response_note: '',
    responded_at: null,
    version: claim.version + 1,
  });
  await notifyDriver(ctx, write, actor, damage_id, claim, () => {
    if (isMoved) return messages.notices.moved(damage_date);
    const names = changed.map((field) => messages.changes[field]);
    return messages.notices.damageChanged(damage_date, names, driver_response !== null);
  });
  return true;
}

/** Deletes the claim of a damage with its photos; 409 when the driver acknowledged it, or it is paid. */
export async function deleteClaim(ctx: AppContext, write: Write, damageId: number): Promise<void> {
  const claim = await selectClaim(write.tx, damageId);
  if (claim?.driver_response === 'acknowledged') throw conflict(damageMessages.acknowledged);
  if (claim?.status === 'paid') throw conflict(damageMessages.paid);
  await deleteObjects(ctx, write, await deleteClaimRow(write.tx, damageId));
}
