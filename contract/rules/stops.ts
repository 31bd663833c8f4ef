/** The places where a truck loads and unloads. */
import { stopKinds } from '../form-choices.ts';
import { inquiryVehicles as messages } from '../messages/inquiry-vehicles.ts';
import { isBlank } from '../text/blank-text.ts';
import { t } from '../text/languages.ts';
import { foldText } from '../text/text-fold.ts';
import { usCalendarDay } from './dates.ts';

export type StopKind = (typeof stopKinds)[number];

export interface RouteStop {
  kind: StopKind;
  location: string;
  /** YYYY-MM-DD. */
  date: string | null;
  /** How many of the vehicles; null when not said. */
  vehicles: number | null;
}

interface Route {
  pickup_location: string;
  pickup_date: string | null;
  delivery_location: string;
  delivery_date: string | null;
}

const sameKind = (kind: StopKind) => (stop: RouteStop) => stop.kind === kind;

/** Puts the place of a kind that the fields hold before the other stops of its kind, unless it is the first of them. */
function withPlace(
  stops: readonly RouteStop[],
  kind: StopKind,
  location: string,
  date: string | null,
) {
  const at = stops.findIndex(sameKind(kind));
  const first = stops[at];
  if (first && foldText(first.location) === foldText(location)) {
    return stops.with(at, { ...first, location, date: date ?? first.date });
  }
  const place = { kind, location, date, vehicles: null };
  if (first) return stops.toSpliced(at, 0, place);
  return kind === 'pickup' ? [place, ...stops] : [...stops, place];
}

/** The route with fields and stops that agree: the fields hold the first stop of each kind. Blank fields are filled. */
export function withStops<R extends Route>(
  route: R,
  given: readonly RouteStop[],
): R & { stops: RouteStop[] } {
  let stops = given;
  const fields: Partial<Route> = {};
  for (const kind of stopKinds) {
    const [location, date] = [route[`${kind}_location`], route[`${kind}_date`]];
    if (!isBlank(location)) stops = withPlace(stops, kind, location, date);
    const first = stops.find(sameKind(kind));
    if (!first) continue;
    fields[`${kind}_location`] = first.location;
    fields[`${kind}_date`] = first.date ?? date;
  }
  return { ...route, ...fields, stops: [...stops] };
}

/** The route whose fields hold the first of the stops that it gets; a kind without a stop keeps its field. */
export function withNewStops<R extends Route>(route: R, stops: readonly RouteStop[]) {
  const blank = stopKinds
    .filter((kind) => stops.some(sameKind(kind)))
    .map((kind) => ({ [`${kind}_location`]: '', [`${kind}_date`]: null }));
  return withStops<R>(Object.assign({}, route, ...blank), stops);
}

/** 'Ames, IA, 03/08/2026, 3 vehicles'. */
export function placeText({ location, date, vehicles }: Omit<RouteStop, 'kind'>): string {
  const many =
    vehicles === null
      ? null
      : t(
          `${vehicles} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`,
          `${vehicles} ${vehicles === 1 ? 'vehículo' : 'vehículos'}`,
        );
  return [location, date && usCalendarDay(date), many].filter(Boolean).join(', ');
}

/** 'Pickup: Ames, IA, 03/08/2026, 3 vehicles'. */
export function stopText(stop: RouteStop): string {
  return `${messages.kinds[stop.kind]}: ${placeText(stop)}`;
}
