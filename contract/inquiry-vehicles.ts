/** What an inquiry moves: vehicles by their VINs, and the places where the truck stops. */
import * as z from 'zod/mini';
import { stopKinds } from './form-choices.ts';
import { field } from './messages/general.ts';
import { inquiryVehicles as messages } from './messages/inquiry-vehicles.ts';
import { type RouteStop, type StopKind, withStops } from './rules/stops.ts';
import { parseVins, type Vin } from './rules/vins.ts';
import { isBlank } from './text/blank-text.ts';
import {
  choice,
  convert,
  idFilter,
  line,
  optionalChoice,
  optionalDate,
  optionalWhole,
} from './wire/fields.ts';
import { rows } from './wire/rows.ts';

/** VINs that one inquiry holds. */
export const maxVins = 1000;
/** Room for as many with other columns of a spreadsheet. */
export const maxVinText = 50_000;
const maxStops = 20;

/** A certificate of insurance is asked for with the form of an inquiry. */
const inquiryKinds = ['quote', 'certificate'] as const;

/** Text, a list of texts or any other JSON as text that isn't too long for its VINs to be stored. */
export const vinText = z.pipe(
  z.unknown().check(z.describe('Text, or a list of texts, with VINs separated by anything.')),
  convert(
    (sent: unknown): string | undefined => {
      const texts = [sent ?? '']
        .flat()
        .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      const text = texts.join('\n');
      const fits = text.length <= maxVinText && parseVins(text).length <= maxVins;
      return fits ? text : undefined;
    },
    messages.vins(maxVins, maxVinText),
  ),
);

/** The VINs in it; a wrong VIN is never an error. */
const vins = z.pipe(
  vinText,
  z.transform((text: string): Vin[] => parseVins(text)),
);

const stopInput = z.object({
  kind: choice(stopKinds),
  location: line(),
  date: optionalDate(),
  /** How many of the vehicles; null when not said. */
  vehicles: optionalWhole(1, 1_000_000),
});

const isShort = z.refine<RouteStop[]>((list) => list.length <= maxStops, messages.stops(maxStops));
const stops = rows(stopInput)._zod.def.innerType.check(isShort);

/** Fields of the call that sends an inquiry, beside those of the form. */
export const vehiclesInput = {
  kind: z.pipe(
    optionalChoice(inquiryKinds),
    z.transform((kind) => (kind === 'certificate' ? 'certificate' : 'quote')),
  ),
  vins: z._default(vins, []),
  stops: z._default(stops, []),
};

/** Fields of the office's change. */
export const vehiclesUpdate = {
  vins: z.optional(vins),
  stops: z.optional(stops),
};

/** What replies say about vehicles and stops. */
export const vehiclesReply = {
  kind: z.enum(inquiryKinds),
  vins: z.array(z.object({ vin: z.string(), is_valid: z.boolean(), year: z.nullable(z.int()) })),
  /** In the order of the way; the first of each kind is also in the fields of pickup and delivery. */
  stops: z.array(
    z.object({
      kind: z.enum(stopKinds),
      location: z.string(),
      date: z.nullable(z.string()),
      vehicles: z.nullable(z.int()),
    }),
  ),
};

interface Sent {
  kind: string;
  vehicle_type: string;
  vehicle_condition: string;
  pickup_location: string;
  pickup_date: string | null;
  delivery_location: string;
  delivery_date: string | null;
  additional_info: string;
  stops: readonly RouteStop[];
}

const required = (name: keyof Sent & string, isNeeded: (sent: Sent) => boolean) =>
  z.refine<Sent>((sent) => !isNeeded(sent) || !isBlank(String(sent[name] ?? '')), {
    error: field.required,
    path: [name],
    // Even when other fields are wrong.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const isQuote = ({ kind }: Sent) => kind !== 'certificate';
const lacks = (kind: StopKind) => (sent: Sent) =>
  isQuote(sent) && !(Array.isArray(sent.stops) && sent.stops.some((stop) => stop?.kind === kind));

/** A quote needs a shipment, whose places may be among the stops; a certificate needs its holder. */
export const shipmentChecks = [
  required('vehicle_type', isQuote),
  required('vehicle_condition', isQuote),
  required('pickup_location', lacks('pickup')),
  required('delivery_location', lacks('delivery')),
  required('additional_info', (sent) => !isQuote(sent)),
  z.refine<Sent>(
    (sent) => {
      if (sent.stops.length === 0) return true;
      // The check also runs beside invalid rows, which have no values yet.
      if (sent.stops.some((stop) => !stop?.kind || !stop.location)) return true;
      const { stops: all, pickup_date, delivery_date } = withStops(sent, sent.stops);
      return all.length <= maxStops && (delivery_date ?? '9') >= (pickup_date ?? '');
    },
    { error: messages.stops(maxStops), path: ['stops'] },
  ),
] as const;

/** A row of the exported vehicles. */
export const inquiryVehicle = z.object({
  reference: z.string(),
  company_name: z.string(),
  ...vehiclesReply.vins._zod.def.element.shape,
});

/** Which vehicles are exported: those of one inquiry, or all. */
export const inquiryVehiclesQuery = z.object({ inquiry_id: idFilter() });
