import type { Generated } from 'kysely';

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
