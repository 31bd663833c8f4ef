import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { roleNames } from './user-columns.ts';
import { labels, type UserValues, wholeOf } from './user-values.ts';

const roleChoices = (['admin', 'employee'] as const).map((value) => ({
  value,
  label: roleNames[value],
}));

interface UserFieldsProps {
  form: UseFormReturn<UserValues>;
  start: UserValues;
  /** Null where a password must be given: for a new user. */
  passwordHint: ReactNode;
}

/** The controls of a user and of the employee, in SPEC.md's two groups, by their wire names. */
export function UserFields({ form, start, passwordHint }: UserFieldsProps) {
  const { errors } = form.formState;
  const props = (name: keyof UserValues) => ({
    name,
    label: labels[name],
    error: errors[name]?.message,
    required: true,
  });
  const hours = (name: 'pto_hours' | 'work_hours') => (
    <Field {...props(name)} hint="Whole hours.">
      <Input
        {...form.register(name, {
          onBlur: () => {
            const typed = form.getValues(name);
            // What was not touched keeps its decimals.
            if (typed !== start[name]) form.setValue(name, wholeOf(typed), { shouldDirty: true });
          },
        })}
        inputMode="numeric"
        min={0}
        step="any"
        type="number"
      />
    </Field>
  );
  const plain = { autoComplete: 'off' } as const;
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <Group title="User Information">
        <Field {...props('username')}>
          <Input
            {...form.register('username')}
            {...plain}
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field {...props('user_role')}>
          <Select {...form.register('user_role')} options={roleChoices} />
        </Field>
        <Field {...props('user_email')}>
          <Input {...form.register('user_email')} {...plain} inputMode="email" type="email" />
        </Field>
        <Field {...props('phone_number')}>
          <Input {...form.register('phone_number')} {...plain} type="tel" />
        </Field>
        <Field
          {...props('password')}
          className="sm:col-span-2"
          hint={passwordHint ?? 'At least 8 characters.'}
          required={passwordHint === null}
        >
          <Input {...form.register('password')} autoComplete="new-password" type="password" />
        </Field>
      </Group>
      <Group title="Employee Information">
        <Field {...props('first_name')}>
          <Input {...form.register('first_name')} {...plain} />
        </Field>
        <Field {...props('last_name')}>
          <Input {...form.register('last_name')} {...plain} />
        </Field>
        <Field {...props('department')}>
          <Input {...form.register('department')} {...plain} />
        </Field>
        <Field {...props('position')}>
          <Input {...form.register('position')} {...plain} />
        </Field>
        <Field {...props('hire_date')} className="sm:col-span-2">
          <Input {...form.register('hire_date')} {...plain} type="date" />
        </Field>
        {hours('pto_hours')}
        {hours('work_hours')}
        <Field
          {...props('payroll_number')}
          className="sm:col-span-2"
          hint="What the payroll calls them: settlements that are dropped in are matched by it."
          required={false}
        >
          <Input {...form.register('payroll_number')} {...plain} spellCheck={false} />
        </Field>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 font-display text-base font-bold">{title}</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
