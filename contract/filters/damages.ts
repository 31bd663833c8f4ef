import { type Damage, damageFields } from '../damages.ts';
import { searchText } from '../field-text.ts';
import { isSameLine, matches } from '../text-match.ts';
import { filterOf } from './list-filter.ts';

/** YYYY-MM. */
export function monthOf({ damage_date }: Pick<Damage, 'damage_date'>): string {
  return damage_date.slice(0, 7);
}

/** `driver`: a driver's name; `month`: YYYY-MM. */
export const damagesFilter = filterOf<Damage, { q: string; driver: string; month: string }>({
  none: { q: '', driver: '', month: '' },
  matches: (damage, { q, driver, month }) =>
    (driver === '' || isSameLine(damage.driver_name, driver)) &&
    (month === '' || monthOf(damage) === month) &&
    matches(q, searchText(damageFields, damage)),
});
