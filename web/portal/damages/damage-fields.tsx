import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import type { DamageValues } from './damage-conflict.ts';
import { damageLabels } from './damage-words.ts';

interface DamageFieldsProps<T> {
  form: UseFormReturn<DamageValues, unknown, T>;
  choices: readonly { value: string; label: string }[];
}

/** The controls of a damage, by their wire names. */
export function DamageFields<T>({ form, choices }: DamageFieldsProps<T>) {
  const { errors } = form.formState;
  const props = (name: keyof DamageValues) => ({
    name,
    label: damageLabels[name],
    error: errors[name]?.message,
    required: true,
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...props('employee_id')} className="sm:col-span-2">
        <Select
          {...form.register('employee_id')}
          options={choices}
          {...(choices.length === 0 ? { placeholder: 'There is no employee yet' } : {})}
        />
      </Field>
      <Field {...props('driver_name')} className="sm:col-span-2">
        <Input {...form.register('driver_name')} autoComplete="off" />
      </Field>
      <Field {...props('damage_date')}>
        <Input {...form.register('damage_date')} type="date" />
      </Field>
      <Field {...props('damage_amount')}>
        <Input
          {...form.register('damage_amount')}
          autoComplete="off"
          inputMode="decimal"
          min="0"
          step="0.01"
          type="number"
        />
      </Field>
      <Field {...props('damage_description')} className="sm:col-span-2">
        <Textarea
          className="field-sizing-content max-h-72 min-h-28"
          {...form.register('damage_description')}
        />
      </Field>
    </div>
  );
}
