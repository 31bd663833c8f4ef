import { company } from '../company/profile.ts';
import { stateCodes, states } from './states.ts';

export interface Place {
  city: string;
  /** The two letters; undefined in text that isn't 'City, State'. */
  state?: string;
  /** Of the company's yard in that city. */
  street?: string;
  zip?: string;
}

/**
 * The places of a job's location: 'A, XX' is one, 'A, XX and B, YY' are two; other text is a city without a state.
 * For servers: the list of states would add to a page's script.
 */
export function placesOf(location: string): Place[] {
  const parts = location
    .split(/[/;]|\sand\s/i)
    .map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ''))
    .filter((part) => part !== '');
  const found = parts.map(cityAndState).filter((place) => place !== null);
  return found.length > 0 && found.length === parts.length ? found : [{ city: location }];
}

function cityAndState(part: string): Place | null {
  const [, city, region] = /^([^,]+),([^,]+)$/.exec(part) ?? [];
  if (!city || !region) return null;
  const spelled = region.replace(/\.$/, '').trim();
  const named = states.find(([, name]) => name.toLowerCase() === spelled.toLowerCase())?.[0];
  const code = named ?? stateCodes.find((state) => state === spelled.toUpperCase());
  return code ? { city: city.trim(), state: code, ...yardIn(city.trim(), code) } : null;
}

function yardIn(city: string, state: string): Pick<Place, 'street' | 'zip'> {
  const yards = [company.address, { ...company.hub, state: company.hub.stateCode }];
  const yard = yards.find((one) => one.city === city && one.state === state);
  return yard ? { street: yard.street, zip: yard.zip } : {};
}
