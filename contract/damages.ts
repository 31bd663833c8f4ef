import * as z from 'zod/mini';
import { filterOf } from './filters/list-filter.ts';
import { damages as messages } from './messages/damages.ts';
import { dayAfter, today } from './rules/dates.ts';
import { t } from './text/languages.ts';
import { isSameLine, matches } from './text/text-match.ts';
import { endpoint } from './wire/endpoint.ts';
import { searchText } from './wire/field-text.ts';
import { date, done, id, idFilter, idParams, line, money, page, text } from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/** Tomorrow in the company's time zone; later dates are typing errors. */
export function latestDamageDate(): string {
  return dayAfter(today());
}

export const damageFields = {
  damage_id: {
    kind: 'id',
    get label() {
      return t('Damage ID', 'ID del daño');
    },
  },
  employee_id: {
    kind: 'reference',
    get label() {
      return t('Employee', 'Empleado');
    },
    schema: id(messages.employeeMissing),
    nameField: 'employee_name',
    placeholder: 'No employees yet',
    isWide: true,
  },
  driver_name: {
    kind: 'line',
    get label() {
      return t('Driver Name', 'Nombre del chofer');
    },
    schema: line(),
    isWide: true,
  },
  damage_date: {
    kind: 'date',
    get label() {
      return t('Date', 'Fecha');
    },
    schema: date().check(z.refine((day) => day <= latestDamageDate(), messages.dateTooLate)),
    max: latestDamageDate,
    description: 'YYYY-MM-DD, at most tomorrow.',
  },
  damage_amount: {
    kind: 'money',
    get label() {
      return t('Amount', 'Monto');
    },
    schema: money(),
    description: 'Dollars with at most 2 decimals.',
  },
  damage_description: {
    kind: 'text',
    get label() {
      return t('Description', 'Descripción');
    },
    schema: text(),
  },
} satisfies RecordFields;

export const damage = z.object({
  ...replyShape(damageFields),
  employee_name: z
    .string()
    .check(z.describe("The employee's name; 'Unknown' where there is none.")),
  version: z.int(),
});
export type Damage = z.output<typeof damage>;

/** YYYY-MM. */
export const monthOf = ({ damage_date }: Pick<Damage, 'damage_date'>) => damage_date.slice(0, 7);

/** `driver`: a driver's name; `month`: YYYY-MM. */
export const damagesFilter = filterOf<Damage, { q: string; driver: string; month: string }>({
  none: { q: '', driver: '', month: '' },
  matches: (row, { q, driver, month }) =>
    (driver === '' || isSameLine(row.driver_name, driver)) &&
    (month === '' || monthOf(row) === month) &&
    matches(q, searchText(damageFields, row)),
});

const invalidEmployee = { employee_id: messages.employeeMissing };

export const listDamages = endpoint({
  name: 'listDamages',
  method: 'GET',
  path: '/api/damages',
  access: 'signed-in',
  summary: "Lists damages, newest first: all of them or one employee's, for employees their own.",
  query: z.object({ employee_id: idFilter(), ...page }),
  status: 200,
  reply: z.array(damage),
  paged: true,
});

export const damageInput = z.object(createShape(damageFields));

export const createDamage = endpoint({
  name: 'createDamage',
  method: 'POST',
  path: '/api/damages',
  access: 'admin',
  summary: 'Adds a damage; a damage_id in the body is ignored.',
  body: damageInput,
  status: 201,
  reply: z.object({ message: z.string(), damage_id: z.int() }),
  idempotent: true,
  invalid: invalidEmployee,
});

export const updateDamage = endpoint({
  name: 'updateDamage',
  method: 'PUT',
  path: '/api/damages/{id}',
  access: 'admin',
  summary: 'Changes the keys that are sent.',
  params: idParams,
  body: z.object(updateShape(damageFields)),
  status: 200,
  reply: done,
  invalid: invalidEmployee,
});

export const deleteDamage = endpoint({
  name: 'deleteDamage',
  method: 'DELETE',
  path: '/api/damages/{id}',
  access: 'admin',
  summary: 'Deletes a damage.',
  params: idParams,
  status: 200,
  reply: done,
});
