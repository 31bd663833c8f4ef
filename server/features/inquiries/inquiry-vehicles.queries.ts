import type { Insertable } from 'kysely';
import { isAmong, newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryStopsTable, InquiryVinsTable } from '../../database/tables/inquiries.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** The VINs of inquiries, in the order in which they were added. */
export function selectVins(db: Db, inquiryIds: readonly number[]) {
  return db
    .selectFrom('inquiry_vins')
    .select(['inquiry_id', 'vin', 'is_valid', 'year'])
    .where(isAmong(db, 'inquiry_id', inquiryIds))
    .orderBy('id')
    .execute();
}

/** The stops of inquiries in the order of the way; none of an inquiry that has one place of each kind. */
export function selectStops(db: Db, inquiryIds: readonly number[]) {
  return db
    .selectFrom('inquiry_stops')
    .select(['inquiry_id', 'kind', 'location', 'stop_date', 'vehicles'])
    .where(isAmong(db, 'inquiry_id', inquiryIds))
    .orderBy('place')
    .execute();
}

/** Adds VINs to an inquiry; those that it has stay as they are. */
export async function insertVins(
  tx: Db,
  vins: readonly Insertable<InquiryVinsTable>[],
): Promise<void> {
  if (vins.length === 0) return;
  await tx
    .insertInto('inquiry_vins')
    .values(vins)
    .onConflict((conflict) => conflict.columns(['inquiry_id', 'vin']).doNothing())
    .execute();
}

/** Sets the number of vehicles of an inquiry to the count of its VINs, unless a person typed the number. */
export async function setVehicleCount(tx: Db, id: number, count: number): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set({ number_of_vehicles: count || null, vehicles_counted: count > 0 ? 1 : 0 })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('number_of_vehicles', 'is', null), eb('vehicles_counted', '=', 1)]),
    )
    .execute();
}

export async function insertStops(
  tx: Db,
  stops: readonly Insertable<InquiryStopsTable>[],
): Promise<void> {
  if (stops.length > 0) await tx.insertInto('inquiry_stops').values(stops).execute();
}

export async function deleteVins(tx: Db, inquiryId: number): Promise<void> {
  await tx.deleteFrom('inquiry_vins').where('inquiry_id', '=', inquiryId).execute();
}

export async function deleteStops(tx: Db, inquiryId: number): Promise<void> {
  await tx.deleteFrom('inquiry_stops').where('inquiry_id', '=', inquiryId).execute();
}

/** The names of one inquiry or of all, the newest first. */
export function selectInquiryNames(
  db: Db,
  id: number | undefined,
  before: Cursor | null,
  limit: number,
) {
  const all = db
    .selectFrom('inquiries')
    .select(['id', 'reference', 'company_name', 'created_at'])
    .where('kind', '=', 'quote');
  const query = id === undefined ? all : all.where('id', '=', id);
  return newestFirst(query, ['created_at', 'id'], before, limit).execute();
}
