import { company } from '#contract/company/profile.ts';
import { stateCodes, states } from '#contract/rules/states.ts';

/**
 * The schema.org places of a job: 'A, XX' is one, 'A, XX and B, YY' are two; other text is a city without a state.
 * Call it in loaders only: the list of states would add to the page's script.
 */
export function jobPlaces(location: string): Record<string, unknown> | Record<string, unknown>[] {
  const parts = location
    .split(/[/;]|\sand\s/i)
    .map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ''))
    .filter((part) => part !== '');
  const found = parts.map(cityAndState);
  const [only, ...others] = found;
  if (!only || found.includes(null)) return place({ addressLocality: location });
  return others.length === 0 ? place(only) : found.map(place);
}

function cityAndState(part: string): Record<string, string> | null {
  const [, city, region] = /^([^,]+),([^,]+)$/.exec(part) ?? [];
  if (!city || !region) return null;
  const spelled = region.replace(/\.$/, '').trim();
  const named = states.find(([, name]) => name.toLowerCase() === spelled.toLowerCase())?.[0];
  const code = named ?? stateCodes.find((state) => state === spelled.toUpperCase());
  return code
    ? { addressLocality: city.trim(), addressRegion: code, ...yardIn(city.trim(), code) }
    : null;
}

/** Street and ZIP code of the company's yard in that city; empty when there is none. */
function yardIn(city: string, state: string): Record<string, string> {
  const yards = [company.address, { ...company.hub, state: company.hub.stateCode }];
  const yard = yards.find((one) => one.city === city && one.state === state);
  return yard ? { streetAddress: yard.street, postalCode: yard.zip } : {};
}

function place(where: Record<string, string> | null): Record<string, unknown> {
  return {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', ...where, addressCountry: 'US' },
  };
}
