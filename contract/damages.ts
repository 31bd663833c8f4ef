import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { date, done, id, idFilter, idParams, line, money, page, text, version } from './fields.ts';
import { damages as say } from './messages/damages.ts';

export const damage = z.object({
  damage_id: z.int(),
  employee_id: z.int(),
  /** The employee's name; 'Unknown' where there is none. */
  employee_name: z.string(),
  driver_name: z.string(),
  damage_date: z.string(),
  /** Dollars with at most 2 decimals. */
  damage_amount: z.number(),
  damage_description: z.string(),
  version: z.int(),
});
export type Damage = z.output<typeof damage>;

const damageFields = {
  employee_id: id(say.employeeMissing),
  driver_name: line(),
  damage_date: date(),
  damage_amount: money(),
  damage_description: text(),
};

const wrongEmployee = { employee_id: say.employeeMissing };

export const listDamages = endpoint({
  name: 'listDamages',
  method: 'GET',
  path: '/api/damages',
  access: 'signed-in',
  summary: "Damages, newest date first: an admin's all or of one employee, an employee's own.",
  query: z.object({ employee_id: idFilter(), ...page }),
  status: 200,
  reply: z.array(damage),
  paged: true,
});

export const createDamage = endpoint({
  name: 'createDamage',
  method: 'POST',
  path: '/api/damages',
  access: 'admin',
  summary: 'Adds a damage; a damage_id in the body is ignored.',
  body: z.object(damageFields),
  status: 201,
  reply: z.object({ message: z.string(), damage_id: z.int() }),
  idempotent: true,
  invalid: wrongEmployee,
});

export const updateDamage = endpoint({
  name: 'updateDamage',
  method: 'PUT',
  path: '/api/damages/{id}',
  access: 'admin',
  summary: 'Changes the keys that are sent.',
  params: idParams,
  body: z.object({
    employee_id: z.optional(damageFields.employee_id),
    driver_name: z.optional(damageFields.driver_name),
    damage_date: z.optional(damageFields.damage_date),
    damage_amount: z.optional(damageFields.damage_amount),
    damage_description: z.optional(damageFields.damage_description),
    version: version(),
  }),
  status: 200,
  reply: done,
  invalid: wrongEmployee,
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
