import type { Damage } from '#contract/damages.ts';
import { today } from '#contract/dates.ts';
import type { Employee } from '#contract/users.ts';
import { dollars } from '#web/lib/dollars.ts';
import type { Difference } from '../frame/conflict-notice.tsx';
import { usCalendarDay } from '../frame/us-dates.ts';
import { damageLabels } from './damage-words.ts';

/** What the controls hold, as text. */
export type DamageValues = Record<keyof typeof damageLabels, string>;

/** The editable part of a damage. */
export function valuesOf(damage: Damage): DamageValues {
  return {
    employee_id: String(damage.employee_id),
    driver_name: damage.driver_name,
    damage_date: damage.damage_date,
    damage_amount: damage.damage_amount.toFixed(2),
    damage_description: damage.damage_description,
  };
}

/** What a new damage starts with: the first employee of the list, and the company's today. */
export function newValues(employees: readonly Employee[]): DamageValues {
  return {
    employee_id: String(employees[0]?.employee_id ?? ''),
    driver_name: '',
    damage_date: today(),
    damage_amount: '',
    damage_description: '',
  };
}

/** An employee as the form offers them. */
export function employeeName({ first_name, last_name, employee_id }: Employee): string {
  return `${first_name} ${last_name}`.trim() || `Employee ${employee_id}`;
}

/** Where the stored damage and the form differ, as people read it. */
export function differencesOf(
  current: Damage,
  mine: DamageValues,
  nameOf: (employeeId: string) => string,
): Difference[] {
  const read: Record<keyof DamageValues, (value: string) => string> = {
    employee_id: nameOf,
    driver_name: (value) => value,
    damage_date: usCalendarDay,
    damage_amount: (value) => (value === '' ? '' : dollars(Number(value))),
    damage_description: (value) => value,
  };
  const theirs = valuesOf(current);
  return (Object.keys(read) as (keyof DamageValues)[])
    .map((name) => ({
      label: damageLabels[name],
      theirs: read[name](theirs[name]),
      mine: read[name](mine[name]),
    }))
    .filter((difference) => difference.theirs !== difference.mine);
}
