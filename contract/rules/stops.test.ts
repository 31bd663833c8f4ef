import { expect, test } from 'vitest';
import { type RouteStop, withNewStops, withStops } from './stops.ts';

const stop = (
  kind: RouteStop['kind'],
  location: string,
  date: string | null = null,
): RouteStop => ({
  ...{ kind, location, date, vehicles: null },
});
const route = {
  ...{ pickup_location: 'Ames, IA', pickup_date: '2026-03-08' },
  ...{ delivery_location: 'Joliet, IL', delivery_date: null },
};
const [ames, joliet] = [stop('pickup', 'Ames, IA', '2026-03-08'), stop('delivery', 'Joliet, IL')];
const [boone, omaha] = [stop('pickup', 'Boone, IA'), stop('delivery', 'Omaha, NE', '2026-03-10')];
const blank = {
  ...{ pickup_location: '', pickup_date: null, delivery_location: ' ', delivery_date: null },
};

test.each([
  ['nothing else', [], [ames, joliet]],
  ['others', [boone, omaha], [ames, boone, joliet, omaha]],
  ['all of them', [ames, boone, joliet, omaha], [ames, boone, joliet, omaha]],
  ['the same place in other words', [stop('pickup', 'AMES, ia'), boone], [ames, boone, joliet]],
])('puts the places of the fields first: %s', (_, given, stops) => {
  expect(withStops(route, given)).toEqual({ ...route, stops });
});

test('fills blank fields from the first stop of each kind', () => {
  expect(withStops(blank, [boone, omaha, ames])).toEqual({
    ...{ pickup_location: 'Boone, IA', pickup_date: null },
    ...{ delivery_location: 'Omaha, NE', delivery_date: '2026-03-10' },
    stops: [boone, omaha, ames],
  });
  expect(withStops(blank, [])).toEqual({ ...blank, stops: [] });
});

test('new stops replace the fields; a kind without one keeps its place', () => {
  expect(withNewStops(route, [boone])).toEqual({
    ...route,
    ...{ pickup_location: 'Boone, IA', pickup_date: null },
    stops: [boone, joliet],
  });
});
