/** The names of the holidays for their reader; in their own file so that public pages don't load it. */
import { t } from '../text/languages.ts';
import type { Holiday } from './holidays.ts';

const spanish: Readonly<Record<string, string>> = {
  "New Year's Day": 'Año Nuevo',
  "Presidents' Day": 'Día de los Presidentes',
  'Memorial Day': 'Día de los Caídos',
  'Independence Day': 'Día de la Independencia',
  'Labor Day': 'Día del Trabajo',
  Thanksgiving: 'Día de Acción de Gracias',
  Christmas: 'Navidad',
};

/** The name of a holiday as the reader says it. */
export const holidayName = ({ name }: Pick<Holiday, 'name'>): string =>
  t(name, spanish[name] ?? name);
