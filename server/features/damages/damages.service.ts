import * as contract from '#contract/damages.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
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
import {
  linkOf as claimLinkOf,
  recordDamageChange,
  refuseSettledClaim,
} from '../claims/claim-changes.service.ts';
import { deleteObjects } from '../files/files.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import {
  type DamageColumns,
  type DamageRow,
  deleteDamageRow,
  insertDamage,
  selectDamageForUpdate,
  selectDamages,
  selectDamagesBetween,
  selectEmployeeForShare,
  selectPhotoKeys,
  updateDamageRow,
} from './damages.queries.ts';

type Fields = BodyOf<typeof contract.createDamage>;
type Change = BodyOf<typeof contract.updateDamage>;

function toDto(row: DamageRow): contract.Damage {
  const { first_name, last_name, amount_cents, created_at: _, ...fields } = row;
  return {
    ...fields,
    employee_name: personName({ first_name, last_name }),
    damage_amount: amount_cents / 100,
  };
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** Excludes the description. */
function auditDetail({ employee_id, damage_date, amount_cents }: DamageColumns) {
  return { employee_id, damage_date, damage_amount: amount_cents / 100 };
}

function auditTarget(id: number, { driver_name, damage_date }: DamageColumns) {
  return { kind: 'damage', id, label: `${driver_name}, ${damage_date}` };
}

const linkTo = (id: number) => `/damages?damage=${id}`;

/** The links of the notices about a damage and its claim. */
const linksOf = (id: number) => [linkTo(id), claimLinkOf(id)];

/** The notification of a damage that is new on the employee's record. */
function noticeOf(id: number, { damage_date, amount_cents }: DamageColumns) {
  const message = messages.notice(damage_date, amount_cents / 100);
  return { kind: 'damage', message, link: linkTo(id) } as const;
}

/** Returns the employee's account, none or one; throws 400 for an unknown employee. */
async function accountsOf(tx: Db, employeeId: number): Promise<number[]> {
  const employee = await selectEmployeeForShare(tx, employeeId);
  if (employee) return employee.user_id === null ? [] : [employee.user_id];
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
): Promise<{ damage_id: number; recipients: number[]; notice: ReturnType<typeof noticeOf> }> {
  const columns = { ...fields, amount_cents: toCents(damage_amount) };
  const recipients = await accountsOf(tx, fields.employee_id);
  const damage_id = await insertDamage(tx, { ...columns, created_at: now.toISOString() });
  const target = auditTarget(damage_id, columns);
  await audit({ action: 'damage.create', target, detail: auditDetail(columns) });
  return { damage_id, recipients, notice: noticeOf(damage_id, columns) };
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
  const { employee_id } = change;
  const earlier = employee_id === undefined ? [] : await accountsOf(tx, before.employee_id);
  const recipients = employee_id === undefined ? [] : await accountsOf(tx, employee_id);
  await updateDamageRow(tx, id, change);
  const after = (await selectDamageForUpdate(tx, id)) ?? before;
  await withdraw(write, linksOf(id), earlier);
  if (!(await recordDamageChange(ctx, write, actor, before, after))) {
    await notify(ctx, write, actor.userId, [{ ...noticeOf(id, after), recipients }]);
  }
  await audit({
    action: 'damage.update',
    target: auditTarget(id, after),
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
    await selectDamageForUpdate(tx, id);
    await refuseSettledClaim(tx, id);
    const photos = await selectPhotoKeys(tx, id);
    const row = await deleteDamageRow(tx, id);
    if (!row) throw notFound();
    await deleteObjects(ctx, write, photos);
    await withdraw(write, linksOf(id));
    const target = auditTarget(id, row);
    await audit({ action: 'damage.delete', target, detail: auditDetail(row) });
    return { message: messages.deleted };
  });
}
