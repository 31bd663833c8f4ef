import type * as contract from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import {
  acknowledgeDays,
  claimClocks,
  decideDays,
  overdueOf,
} from '#contract/rules/claim-clocks.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { oddityOf } from '#contract/rules/vin.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { invalid, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  changedValues,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { changeDamage, selectDamageForUpdate } from '../damages/damages.service.ts';
import { auditTarget, notifyDriver, notifyOffice, recordChanges } from './claim-changes.service.ts';
import * as queries from './claims.queries.ts';

export { countOverdueClaims } from './claims.queries.ts';

type Asking = Pick<AuthUser, 'userId' | 'role'>;

const isVisible = ({ user_id }: queries.DamageRow, { userId, role }: Asking) =>
  role === 'admin' || user_id === userId;

function toListed(row: queries.ClaimRow, day: string): contract.ListedClaim {
  const { user_id: _, amount_cents, ...fields } = row;
  return {
    ...fields,
    damage_amount: amount_cents / 100,
    ...claimClocks(row.received_on),
    overdue: overdueOf(row, day),
  };
}

async function toDto(db: Db, row: queries.ClaimRow, day: string): Promise<contract.Claim> {
  const [photos, changes] = [
    await queries.selectPhotos(db, row.damage_id),
    await queries.selectChanges(db, row.damage_id),
  ];
  return {
    ...toListed(row, day),
    photos: photos.map(({ object_key, captured_at, created_at, width, height, color }) => ({
      file_path: object_key,
      captured_at,
      uploaded_at: created_at,
      picture: { width: width ?? 1, height: height ?? 1, color: color ?? '#000000' },
    })),
    changes: changes.map(({ id, at, field, before, after, ...person }) => ({
      ...{ id, at, by: personName(person), field, before, after },
    })),
  };
}

/** The days that claims were received before which are overdue on a day. */
export function overdueDays(day: string) {
  return { acknowledge: dayAfter(day, -acknowledgeDays), decide: dayAfter(day, -decideDays) };
}

/** Claims, newest first: an admin's all, an employee's always their own. */
export function listClaims(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { userId, role }: Asking,
  { employee_id: employeeId, status, overdue }: FilterOf<typeof contract.listClaims>,
): ReadPage<contract.ListedClaim> {
  const day = today(now());
  const asked = {
    ...(role === 'admin' ? { employeeId } : { userId }),
    status,
    overdue: overdue === '1' ? overdueDays(day) : undefined,
  };
  return async (before, limit) => {
    const claims = (await queries.selectClaims(db, asked, before, limit)).map((row) =>
      toListed(row, day),
    );
    return pageOf(claims, limit, (row) => ({ at: row.created_at, id: row.damage_id }));
  };
}

/** The claim of a damage; 404 when there is none, or the damage is another person's. */
export async function getClaim(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  damageId: number,
  user: Asking,
): Promise<contract.Claim> {
  const row = await queries.selectClaim(db, damageId);
  if (!row || !isVisible(row, user)) throw notFound(messages.noneOfDamage);
  return toDto(db, row, today(now()));
}

/** Counts and costs by driver, month, customer and area. */
export async function getTotals(db: Db): Promise<ReplyOf<typeof contract.getClaimTotals>> {
  const totalsOf = async (group: queries.ClaimGroup) =>
    (await queries.selectTotals(db, group)).map(({ key, count, cents }) => ({
      key,
      count: Number(count),
      amount: Number(cents) / 100,
    }));
  const [drivers, months, customers, areas] = [
    await totalsOf('drivers'),
    await totalsOf('months'),
    await totalsOf('customers'),
    await totalsOf('areas'),
  ];
  return {
    drivers,
    months: months.toSorted((a, b) => a.key.localeCompare(b.key)),
    customers,
    areas,
  };
}

function auditDetail({ status, received_on, damage_code }: Partial<queries.ClaimRow>) {
  return { status, received_on, damage_code };
}

/**
 * Opens the claim of a damage, or changes the keys that are sent; 404 without the damage, 409 with the current claim
 * when the version is stale.
 */
export async function updateClaim(
  ctx: AppContext,
  damageId: number,
  { version, damage_amount, ...fields }: BodyOf<typeof contract.updateClaim>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now } = write;
    const damage = await selectDamageForUpdate(tx, damageId);
    if (!damage) throw notFound();
    const found = await queries.selectClaim(tx, damageId);
    const { vin = '' } = fields;
    if (oddityOf(vin) !== null && vin !== found?.vin) throw invalid({ vin: messages.badVin });
    if (found) {
      const day = today(now);
      const before = await currentRow(found, version, (row) => toDto(tx, row, day));
      await changeClaim(ctx, write, actor, before, changedColumns(before, fields));
      await changeDamage(ctx, write, actor, damageId, { damage_amount });
    } else {
      await changeDamage(ctx, write, actor, damageId, { damage_amount });
      const { status = 'reported', received_on = today(now), ...rest } = fields;
      await addClaim(write, actor, damageId, damage, { ...rest, status, received_on });
      await notifyDriver(ctx, write, actor, damageId, damage, () =>
        messages.notices.opened(damage.damage_date),
      );
    }
    return { message: messages.saved };
  });
}

type NewClaim = Pick<queries.ClaimRow, 'status' | 'received_on'> &
  Partial<Pick<queries.ClaimRow, 'customer' | 'vin' | 'damage_code' | 'stage' | 'place'>>;

/** Opens a claim in the write of the caller, who notifies the other side. */
export async function addClaim(
  write: Write,
  actor: Actor,
  damageId: number,
  damage: Pick<queries.DamageRow, 'driver_name' | 'damage_date'>,
  columns: NewClaim,
): Promise<void> {
  const { tx, now, audit } = write;
  const created_at = now.toISOString();
  await queries.insertClaim(tx, { ...columns, damage_id: damageId, created_at });
  await recordChanges(write, damageId, actor, [
    { field: 'created', before: '', after: columns.status },
  ]);
  const target = auditTarget(damageId, damage);
  await audit({ action: 'claim.create', target, detail: auditDetail(columns) });
}

async function changeClaim(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  before: queries.ClaimRow,
  change: Partial<Pick<queries.ClaimRow, keyof typeof contract.claimFields>>,
): Promise<void> {
  const changed = Object.keys(change) as (keyof typeof contract.claimFields)[];
  if (changed.length === 0) return;
  const { damage_id, damage_date, version } = before;
  await queries.updateClaimRow(write.tx, damage_id, { ...change, version: version + 1 });
  await recordChanges(
    write,
    damage_id,
    actor,
    changed.map((field) => ({
      ...{ field, before: before[field] ?? '', after: change[field] ?? '' },
    })),
  );
  await write.audit({
    action: 'claim.update',
    target: auditTarget(damage_id, before),
    detail: {
      changed,
      ...changedValues(auditDetail(before), auditDetail({ ...before, ...change })),
    },
  });
  const { status } = change;
  await notifyDriver(ctx, write, actor, damage_id, before, () =>
    status
      ? messages.notices.status(damage_date, messages.statuses[status])
      : messages.notices.changed(damage_date),
  );
}

/** Stores the driver's response; 404 for everybody else, 409 with the current claim when the version is stale. */
export async function updateResponse(
  ctx: AppContext,
  damageId: number,
  { response, note, version }: BodyOf<typeof contract.updateClaimResponse>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const reply = { message: messages.responded };
    await selectDamageForUpdate(tx, damageId);
    const row = await queries.selectClaim(tx, damageId);
    if (!row || row.user_id !== actor.userId) throw notFound(messages.noneOfDamage);
    const { driver_response, response_note, driver_name, damage_date } = row;
    if (driver_response === response && response_note === note) return reply;
    // The driver answers to what they saw, also when the answer waited on the device.
    await currentRow(row, version, () => toDto(tx, row, today(now)));
    await queries.updateClaimRow(tx, damageId, {
      driver_response: response,
      response_note: note,
      responded_at: now.toISOString(),
      // The office reads the answer before it decides.
      version: row.version + 1,
    });
    await recordChanges(write, damageId, actor, [
      { field: 'response', before: driver_response ?? '', after: response },
    ]);
    const target = auditTarget(damageId, row);
    const detail = driver_response === response ? { changed: ['note'] } : { response };
    await audit({ action: 'claim.respond', target, detail });
    const message = messages.notices[response](driver_name, damage_date);
    await notifyOffice(ctx, write, actor, damageId, message);
    return reply;
  });
}
