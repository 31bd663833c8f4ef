import type { DriverHistory } from '#contract/driver-history.ts';
import { type FormValues, rowsOf } from '#web/lib/forms/form-values.ts';

const prefix = 'driver_history.';
const lists = ['addresses', 'employers', 'accidents', 'violations'] as const;

/** The driving record in a form's values; undefined when the form doesn't have it. */
export function historyOf(values: FormValues): Record<string, unknown> | undefined {
  const own = Object.entries(values).filter(([name]) => name.startsWith(prefix));
  if (own.length === 0) return undefined;
  const answers = own.map(([name, value]) => [name.slice(prefix.length), value] as const);
  return {
    ...Object.fromEntries(answers.filter(([name]) => !name.includes('.'))),
    ...Object.fromEntries(lists.map((list) => [list, rowsOf(values, prefix + list)])),
  };
}

/** A stored record as the values of its form. */
export function valuesOf(history: DriverHistory | null): FormValues {
  const values: FormValues = {};
  for (const [name, value] of Object.entries(history ?? {})) {
    if (!Array.isArray(value)) values[prefix + name] = String(value ?? '');
    else
      for (const [index, row] of value.entries()) {
        for (const [key, cell] of Object.entries(row)) {
          values[`${prefix}${name}.${index}.${key}`] = String(cell ?? '');
        }
      }
  }
  return values;
}
