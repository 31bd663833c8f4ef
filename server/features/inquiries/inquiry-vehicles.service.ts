/** The vehicles and the stops of inquiries: called by the inquiry's own service, and by the sender's status page. */
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { Inquiry, InquiryInput } from '#contract/inquiries.ts';
import {
  type inquiryVehicle,
  type inquiryVehiclesQuery,
  maxVins,
  maxVinText,
} from '#contract/inquiry-vehicles.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { type RouteStop, withNewStops, withStops } from '#contract/rules/stops.ts';
import type { Vin } from '#contract/rules/vins.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryVinsTable } from '../../database/tables/inquiries.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { invalid } from '../../platform/runtime/errors.ts';
import {
  deleteStops,
  deleteVins,
  insertStops,
  insertVins,
  selectInquiryNames,
  selectStops,
  selectVins,
  setVehicleCount,
} from './inquiry-vehicles.queries.ts';

type Vehicles = Pick<Inquiry, 'vins' | 'stops'>;
type Shipment = Route &
  Vehicles &
  Pick<InquiryInput, 'number_of_vehicles' | 'vehicle_type' | 'vehicle_condition'>;
type Route = Parameters<typeof withStops>[0];
type StoredRoute = Route & Pick<InquiryRow, 'id' | 'kind'>;
type Shown = Vehicles & Partial<Pick<Inquiry, 'vehicle_type' | 'vehicle_condition'>>;

const toVin = ({ vin, is_valid, year }: Omit<InquiryVinsTable, 'id' | 'inquiry_id'>): Vin => ({
  ...{ vin, is_valid: is_valid === 1, year },
});

/** The vehicles and the stops of inquiries, by their ids, with other columns as replies have them. */
export async function vehiclesOf(
  db: Db,
  rows: readonly StoredRoute[],
): Promise<ReadonlyMap<number, Shown>> {
  const ids = rows.map(({ id }) => id);
  const vins = Map.groupBy(await selectVins(db, ids), (row) => row.inquiry_id);
  const stops = Map.groupBy(await selectStops(db, ids), (row) => row.inquiry_id);
  const stopsOf = (row: StoredRoute) =>
    (stops.get(row.id) ?? []).map(
      ({ inquiry_id: _, stop_date: date, ...stop }): RouteStop => ({ ...stop, date }),
    );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        vins: (vins.get(row.id) ?? []).map(toVin),
        stops: withStops(row, stopsOf(row)).stops,
        // What the table demands of a certificate isn't shown.
        ...(row.kind === 'certificate' && ({ vehicle_type: '', vehicle_condition: '' } as const)),
      },
    ]),
  );
}

/**
 * The columns of an inquiry as it was sent: fields and stops agree, and the VINs are counted where no number is given.
 * A certificate has no shipment, so it gets the type and the condition that the table demands.
 */
export function shipmentOf<I extends Shipment>(input: I) {
  const { number_of_vehicles, vehicle_type, vehicle_condition } = input;
  return {
    ...withStops(input, input.stops),
    number_of_vehicles: number_of_vehicles ?? (input.vins.length || null),
    vehicles_counted: number_of_vehicles === null && input.vins.length > 0 ? 1 : 0,
    vehicle_type: (vehicle_type || 'car') as InquiryRow['vehicle_type'],
    vehicle_condition: (vehicle_condition || 'used') as InquiryRow['vehicle_condition'],
  };
}

const vinRows = (inquiry_id: number, vins: readonly Vin[]) =>
  vins.map(({ is_valid, ...vin }) => ({ inquiry_id, ...vin, is_valid: is_valid ? 1 : 0 }));

/** Stores the stops that the fields of the inquiry don't say already: none, when there is one place of each kind. */
async function storeStops(tx: Db, inquiry_id: number, route: Route, stops: RouteStop[]) {
  const plain = withStops(route, []).stops;
  if (isDeepStrictEqual(plain, stops)) return;
  await insertStops(
    tx,
    stops.map(({ date, ...stop }, place) => ({ inquiry_id, place, ...stop, stop_date: date })),
  );
}

/** Stores the vehicles and the stops of a new inquiry. */
export async function insertVehicles(tx: Db, id: number, inquiry: Route & Vehicles): Promise<void> {
  await insertVins(tx, vinRows(id, inquiry.vins));
  await storeStops(tx, id, inquiry, inquiry.stops);
}

/** Adds VINs to those of a locked inquiry; its number of vehicles is their count unless a person typed one. */
export async function addVins(tx: Db, id: number, vins: readonly Vin[]): Promise<void> {
  await insertVins(tx, vinRows(id, vins));
  const { length } = await selectVins(tx, [id]);
  if (length > maxVins) throw invalid({ vins: messages.vins(maxVins, maxVinText) });
  await setVehicleCount(tx, id, length);
}

/** Replaces vehicles and stops of a locked inquiry; returns the columns that change with them, null when nothing does. */
export async function updateVehicles(
  tx: Db,
  before: InquiryRow,
  { vins, stops }: Partial<Vehicles>,
): Promise<Partial<InquiryRow> | null> {
  const current = (await vehiclesOf(tx, [before])).get(before.id);
  const route = withNewStops(before, stops ?? []);
  const hasNewVins = vins !== undefined && !isDeepStrictEqual(vins, current?.vins);
  const hasNewStops = stops !== undefined && !isDeepStrictEqual(route.stops, current?.stops);
  if (!hasNewVins && !hasNewStops) return null;
  if (hasNewVins) {
    await deleteVins(tx, before.id);
    await addVins(tx, before.id, vins);
  }
  if (!hasNewStops) return {};
  await deleteStops(tx, before.id);
  await storeStops(tx, before.id, route, route.stops);
  const { pickup_location, pickup_date, delivery_location, delivery_date } = route;
  return { pickup_location, pickup_date, delivery_location, delivery_date };
}

/** The vehicles of one inquiry or of all, the newest inquiries first. */
export function listInquiryVehicles(
  { db }: Pick<AppContext, 'db'>,
  _user: unknown,
  { inquiry_id }: z.output<typeof inquiryVehiclesQuery>,
): ReadPage<z.output<typeof inquiryVehicle>> {
  return async (before, limit) => {
    const found = await selectInquiryNames(db, inquiry_id, before, limit);
    const { rows, end } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
    const vins = Map.groupBy(
      await selectVins(
        db,
        rows.map(({ id }) => id),
      ),
      (vin) => vin.inquiry_id,
    );
    return {
      rows: rows.flatMap(({ id, reference, company_name }) =>
        (vins.get(id) ?? []).map((row) => ({ reference, company_name, ...toVin(row) })),
      ),
      end,
    };
  };
}
