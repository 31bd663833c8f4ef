import type { Difference } from '../shared/conflict-notice.tsx';
import type { Target } from './save-user.ts';
import { roleNames } from './user-columns.ts';
import { labels, type UserValues } from './user-values.ts';

/** What a stale write was answered: the user or, from the second step, the employee. */
type Current = Record<string, unknown>;

const names = (Object.keys(labels) as (keyof UserValues)[]).filter((name) => name !== 'password');

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function displayValue(name: keyof UserValues, text: string): string {
  return name === 'user_role' && (text === 'admin' || text === 'employee') ? roleNames[text] : text;
}

/** Where the stored record and the form differ. */
export function differencesOf(current: Current, entered: UserValues): Difference[] {
  return names
    .filter((name) => name in current && textOf(current[name]) !== entered[name])
    .map((name) => ({
      label: labels[name],
      saved: displayValue(name, textOf(current[name])),
      entered: displayValue(name, entered[name]),
    }));
}

/** The form's values with the stored record's in place of them. */
export function withCurrent(values: UserValues, current: Current): UserValues {
  const saved = names
    .filter((name) => name in current)
    .map((name) => [name, textOf(current[name])] as const);
  return { ...values, ...Object.fromEntries(saved) };
}

/** The target at the versions of the stored record. */
export function targetAt(target: Target, current: Current): Target {
  const isUser = 'user_role' in current;
  const { version, employee_id, employee_version } = current as unknown as Target;
  return isUser
    ? { ...target, version, employee_id, employee_version }
    : { ...target, employee_version: version };
}
