import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import type { ClaimStatus } from '#contract/claims.ts';
import { openStatuses } from '#contract/rules/claim-clocks.ts';
import { countRows, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type {
  ClaimChangesTable,
  ClaimPhotosTable,
  ClaimsTable,
} from '../../database/tables/claims.ts';
import type { Cursor } from '../../platform/http/lists.ts';

const damageColumns = [
  'damages.employee_id',
  'damages.driver_name',
  'damages.damage_date',
  'damages.amount_cents',
  'damages.damage_description',
  'employees.user_id',
] as const;

/** A damage that may become a claim; `user_id` is the account of its driver. */
export interface DamageRow {
  employee_id: number;
  driver_name: string;
  damage_date: string;
  amount_cents: number;
  damage_description: string;
  user_id: number | null;
}

export type ClaimRow = DamageRow & Selectable<ClaimsTable>;

function withDamage(db: Db) {
  return db
    .selectFrom('claims')
    .innerJoin('damages', 'damages.damage_id', 'claims.damage_id')
    .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
    .selectAll('claims')
    .select(damageColumns);
}

export interface ClaimsAsked {
  /** The account of the driver. */
  userId?: number | undefined;
  employeeId?: number | undefined;
  status?: ClaimStatus | undefined;
  /** Received before these days and still not acknowledged, or not decided. */
  overdue?: { acknowledge: string; decide: string } | undefined;
}

type OverdueDays = NonNullable<ClaimsAsked['overdue']>;

const isOverdue =
  ({ acknowledge, decide }: OverdueDays) =>
  (eb: ExpressionBuilder<{ claims: ClaimsTable }, 'claims'>) =>
    eb.or([
      eb.and([eb('claims.status', '=', 'reported'), eb('claims.received_on', '<', acknowledge)]),
      eb.and([eb('claims.status', 'in', openStatuses), eb('claims.received_on', '<', decide)]),
    ]);

/** Counts the claims with a clock that has run out. */
export function countOverdueClaims(db: Db, days: OverdueDays) {
  return countRows(db.selectFrom('claims').where(isOverdue(days)));
}

/** Claims, newest first. */
export async function selectClaims(
  db: Db,
  { userId, employeeId, status, overdue }: ClaimsAsked,
  before: Cursor | null,
  limit: number,
): Promise<ClaimRow[]> {
  const columns = ['claims.created_at', 'claims.damage_id'] as const;
  let query = newestFirst(withDamage(db), columns, before, limit);
  if (userId) query = query.where('employees.user_id', '=', userId);
  if (employeeId) query = query.where('damages.employee_id', '=', employeeId);
  if (status) query = query.where('claims.status', '=', status);
  if (overdue) query = query.where(isOverdue(overdue));
  return query.execute();
}

export async function selectClaim(db: Db, damageId: number): Promise<ClaimRow | undefined> {
  return withDamage(db).where('claims.damage_id', '=', damageId).executeTakeFirst();
}

/** The employee record of an open account. */
export async function selectOwnEmployee(db: Db, userId: number) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.user_id', 'employees.user_id')
    .select(['employee_id', 'first_name', 'last_name', 'username'])
    .where('users.user_id', '=', userId)
    .executeTakeFirst();
}

export async function insertClaim(tx: Db, row: Insertable<ClaimsTable>): Promise<void> {
  await tx.insertInto('claims').values(row).execute();
}

export async function updateClaimRow(
  tx: Db,
  damageId: number,
  change: Updateable<ClaimsTable>,
): Promise<void> {
  await tx.updateTable('claims').set(change).where('damage_id', '=', damageId).execute();
}

export async function insertPhotos(
  tx: Db,
  rows: readonly Insertable<ClaimPhotosTable>[],
): Promise<void> {
  await tx.insertInto('claim_photos').values(rows).execute();
}

export async function selectPhotos(db: Db, damageId: number) {
  return db
    .selectFrom('claim_photos')
    .innerJoin('objects', 'objects.key', 'claim_photos.object_key')
    .select(['object_key', 'captured_at', 'claim_photos.created_at', 'width', 'height', 'color'])
    .where('damage_id', '=', damageId)
    .orderBy('claim_photos.id')
    .execute();
}

/** Deletes a claim with its history and photos; returns the keys of the photos. */
export async function deleteClaimRow(tx: Db, damageId: number): Promise<string[]> {
  const photos = tx.deleteFrom('claim_photos').where('damage_id', '=', damageId);
  const keys = await photos.returning('object_key').execute();
  await tx.deleteFrom('claims').where('damage_id', '=', damageId).execute();
  return keys.map(({ object_key }) => object_key);
}

export async function insertChanges(
  tx: Db,
  rows: readonly Insertable<ClaimChangesTable>[],
): Promise<void> {
  await tx.insertInto('claim_changes').values(rows).execute();
}

export async function selectChanges(db: Db, damageId: number) {
  return db
    .selectFrom('claim_changes')
    .innerJoin('users', 'users.user_id', 'claim_changes.user_id')
    .leftJoin('employees', 'employees.user_id', 'claim_changes.user_id')
    .select(['id', 'at', 'field', 'before', 'after', 'username', 'first_name', 'last_name'])
    .where('damage_id', '=', damageId)
    .orderBy('id')
    .execute();
}

const groups = {
  drivers: sql<string>`driver_name`,
  months: sql<string>`substr(damage_date, 1, 7)`,
  customers: sql<string>`customer`,
  areas: sql<string>`substr(damage_code, 1, 2)`,
} satisfies Record<string, RawBuilder<string>>;

export type ClaimGroup = keyof typeof groups;

/** The number of claims in each group and their cost, highest cost first. */
export async function selectTotals(db: Db, group: ClaimGroup) {
  return db
    .selectFrom('claims')
    .innerJoin('damages', 'damages.damage_id', 'claims.damage_id')
    .select((eb) => [
      groups[group].as('key'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('amount_cents').as('cents'),
    ])
    .groupBy(groups[group])
    .orderBy('cents', 'desc')
    .orderBy('key')
    .execute();
}
