import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface DamagesTable {
  damage_id: Generated<number>;
  employee_id: number;
  driver_name: string;
  damage_date: string;
  amount_cents: number;
  damage_description: string;
  version: Generated<number>;
  created_at: string;
}

export const damagesSchema: Schema = {
  up: ({ id, int8, strict }) => [
    `create table damages (
      damage_id ${id},
      employee_id integer not null references employees (employee_id),
      driver_name text not null,
      damage_date text not null,
      amount_cents ${int8} not null check (amount_cents >= 0),
      damage_description text not null,
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,
    'create index damages_newest on damages (damage_date desc, damage_id desc)',
    'create index damages_employee on damages (employee_id, damage_date desc, damage_id desc)',
  ],
};
