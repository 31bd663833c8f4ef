import type { Step } from './steps.ts';

/** A claim's VIN may be of any length. SQLite can't drop a check, but the column that has it. */
export const oddVins: Step = {
  name: '037-odd-vins',
  up: () => [
    "alter table claims add column any_vin text not null default '' check (length(any_vin) <= 100)",
    'update claims set any_vin = vin',
    'alter table claims drop column vin',
    'alter table claims rename column any_vin to vin',
  ],
};
