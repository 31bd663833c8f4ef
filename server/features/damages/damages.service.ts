import * as contract from '#contract/damages.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { isForeignKeyViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../database/records.ts';
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
import {
  linkOf as claimLinkOf,
  deleteClaim,
  recordDamageChange,
} from '../claims/claim-changes.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import {
  type DamageRow,
  selectDamage,
  selectDamageForUpdate,
  selectDamages,
  selectDamagesBetween,
} from './damages.queries.ts';

export { selectDamageForUpdate } from './damages.queries.ts';

type Fields = BodyOf<typeof contract.createDamage>;
type Change = BodyOf<typeof contract.updateDamage>;

function toDto(row: DamageRow): contract.Damage {
  const { first_name, last_name, user_id: _, amount_cents, created_at: __, ...fields } = row;
  return {
    ...fields,
    employee_name: personName({ first_name, last_name }),
    damage_amount: amount_cents / 100,
  };
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** Excludes the description. */
function auditDetail({ employee_id, damage_date, amount_cents }: DamageRow) {
  return { employee_id, damage_date, damage_amount: amount_cents / 100 };
}

function auditTarget({ damage_id, driver_name, damage_date }: DamageRow) {
  return { kind: 'damage', id: damage_id, label: `${driver_name}, ${damage_date}` };
}

const linkTo = (id: number) => `/damages?damage=${id}`;

/** The links of the notices about a damage and its claim. */
const linksOf = (id: number) => [linkTo(id), claimLinkOf(id)];

/** The notification of a damage that is new on the employee's record. */
function noticeOf({ damage_id, damage_date, amount_cents }: DamageRow) {
  const message = () => messages.notice(damage_date, amount_cents / 100);
  return { kind: 'damage', message, link: linkTo(damage_id) } as const;
}

/** The employee's account, none or one. */
const accountOf = ({ user_id }: DamageRow) => (user_id === null ? [] : [user_id]);

/** Turns the failure of a statement that names an unknown employee into a 400. */
function refuseUnknownEmployee(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  throw invalid({ employee_id: messages.employeeMissing }, messages.employeeMissing);
}

/** Damages, newest date first: for admins of all or one employee's, for employees their own. */
export function listDamages(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
  { employee_id: employeeId }: FilterOf<typeof contract.listDamages>,
): ReadPage<contract.Damage> {
  const owner = role === 'admin' ? { employeeId } : { userId };
  return async (before, limit) => {
    const damages = (await selectDamages(db, owner, before, limit)).map(toDto);
    return pageOf(damages, limit, (row) => ({ at: row.damage_date, id: row.damage_id }));
  };
}

/** All damages of these days. */
export async function damagesBetween(db: Db, from: string, to: string): Promise<contract.Damage[]> {
  return isCalendarDate(to) ? (await selectDamagesBetween(db, from, to)).map(toDto) : [];
}

/** Adds a damage and notifies the employee, once per Idempotency-Key. An unknown employee is 400. */
export async function createDamage(
  ctx: AppContext,
  body: Fields,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; damage_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { damage_id, recipients, notice } = await addDamage(write, body);
      await notify(ctx, write, actor.userId, [{ ...notice, recipients }]);
      return { message: messages.added, damage_id };
    },
    { endpoint: contract.createDamage, key, body },
  );
}

/** Adds a damage in the write of the caller, who notifies the recipients. */
export async function addDamage(
  { tx, now, audit }: Write,
  { damage_amount, ...fields }: Fields,
): Promise<{
  damage_id: number;
  recipients: number[];
  notice: ReturnType<typeof noticeOf>;
}> {
  const columns = {
    ...fields,
    amount_cents: toCents(damage_amount),
    created_at: now.toISOString(),
  };
  const damage_id = await insertRecord(tx, 'damages', columns).catch(refuseUnknownEmployee);
  const row = await selectDamage(tx, damage_id);
  await audit({ action: 'damage.create', target: auditTarget(row), detail: auditDetail(row) });
  return { damage_id, recipients: accountOf(row), notice: noticeOf(row) };
}

/** Changes the keys that are sent; 409 with the current damage when the version is stale. */
export async function updateDamage(
  ctx: AppContext,
  id: number,
  change: Change,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    await changeDamage(ctx, write, actor, id, change);
    return { message: messages.updated };
  });
}

/** Changes a damage in the write of the caller. */
export async function changeDamage(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  id: number,
  { version, damage_amount, ...fields }: Change,
): Promise<void> {
  const { tx, audit } = write;
  const before = await currentRow(await selectDamageForUpdate(tx, id), version, toDto);
  const amount_cents = damage_amount === undefined ? undefined : toCents(damage_amount);
  const change = changedColumns(before, { ...fields, amount_cents });
  const changed = Object.keys(change);
  if (changed.length === 0) return;
  await updateRecord(tx, 'damages', id, change).catch(refuseUnknownEmployee);
  const after = await selectDamage(tx, id);
  const isMoved = after.employee_id !== before.employee_id;
  if (isMoved) await withdraw(write, linksOf(id), accountOf(before));
  const isClaim = await recordDamageChange(ctx, write, actor, before, after);
  if (isMoved && !isClaim) {
    const notice = { ...noticeOf(after), recipients: accountOf(after) };
    await notify(ctx, write, actor.userId, [notice]);
  }
  await audit({
    action: 'damage.update',
    target: auditTarget(after),
    detail: {
      changed: changed.map((name) => (name === 'amount_cents' ? 'damage_amount' : name)),
      ...changedValues(auditDetail(before), auditDetail(after)),
    },
  });
}

/** Deletes a damage with its claim and photos; 404 when there is none, 409 when its claim is acknowledged or paid. */
export async function deleteDamage(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    // Locked first: nobody adds a photo in between.
    const row = await selectDamageForUpdate(tx, id);
    if (!row) throw notFound();
    await deleteClaim(ctx, write, id);
    await deleteRecord(tx, 'damages', id);
    await withdraw(write, linksOf(id));
    await audit({ action: 'damage.delete', target: auditTarget(row), detail: auditDetail(row) });
    return { message: messages.deleted };
  });
}
