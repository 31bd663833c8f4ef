import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { users as messages } from '#contract/messages/users.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { roleNames } from './user-columns.ts';
import { hasNoEmployee, labels, type UserValues, wholeOf } from './user-values.ts';

const roleChoices = (['admin', 'employee'] as const).map((value) => ({
  value,
  label: roleNames[value],
}));

interface UserFieldsProps {
  form: UseFormReturn<UserValues>;
  start: UserValues;
  /** Null for a new user. */
  passwordHint: ReactNode;
  /** Whether a new user is mailed a link instead of given a password; null for one there is. */
  link: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
  /** Whether this is the account of the person who edits. */
  isOwn: boolean;
  /** Whether the employee's part may stay blank: the account has no employee record. */
  mayLackEmployee: boolean;
}

const plain = { autoComplete: 'off' } as const;

/** The controls of a user and of the employee, in two groups (U1), by their wire names. */
export function UserFields(fields: UserFieldsProps) {
  const { form, start, passwordHint, link, isOwn, mayLackEmployee } = fields;
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as UserValues;
  const needsEmployee = !(mayLackEmployee && hasNoEmployee(values));
  const props = (name: keyof UserValues, required = true) => ({
    name,
    label: labels[name],
    error: errors[name]?.message,
    required,
  });
  const ofEmployee = (name: keyof UserValues) => props(name, needsEmployee);
  const hours = (name: 'pto_hours' | 'work_hours') => (
    <Field {...ofEmployee(name)} hint={<HoursHint start={start[name]} typed={values[name]} />}>
      <Input {...form.register(name)} inputMode="numeric" min={0} step="any" type="number" />
    </Field>
  );
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
        <Field {...props('user_role')} hint={isOwn && messages.ownRoleHint}>
          <Select {...form.register('user_role')} options={roleChoices} />
        </Field>
        <Field {...props('user_email')}>
          <Input {...form.register('user_email')} {...plain} inputMode="email" type="email" />
        </Field>
        <Field {...props('phone_number')}>
          <Input {...form.register('phone_number')} {...plain} type="tel" />
        </Field>
        {!link?.isOn && (
          <Field
            {...props('password', passwordHint === null)}
            className="sm:col-span-2"
            hint={passwordHint ?? 'At least 8 characters.'}
          >
            <Input {...form.register('password')} autoComplete="new-password" type="password" />
          </Field>
        )}
        {link && (
          <Checkbox
            checked={link.isOn}
            className="sm:col-span-2"
            hint="They get an email with a link and choose their own password."
            label="Send a link instead of a password"
            name="send_link"
            onChange={(event) => link.onChange(event.target.checked)}
          />
        )}
      </Group>
      <Group
        hint={
          mayLackEmployee && 'Leave all of it blank to keep the account without an employee record.'
        }
        title="Employee Information"
      >
        <Field {...ofEmployee('first_name')}>
          <Input {...form.register('first_name')} {...plain} />
        </Field>
        <Field {...ofEmployee('last_name')}>
          <Input {...form.register('last_name')} {...plain} />
        </Field>
        <Field {...ofEmployee('department')}>
          <Input {...form.register('department')} {...plain} />
        </Field>
        <Field {...ofEmployee('position')}>
          <Input {...form.register('position')} {...plain} />
        </Field>
        <Field {...ofEmployee('hire_date')} className="sm:col-span-2">
          <Input {...form.register('hire_date')} {...plain} type="date" />
        </Field>
        {hours('pto_hours')}
        {hours('work_hours')}
        <Field
          {...props('payroll_number', false)}
          className="sm:col-span-2"
          hint="What the payroll calls them: settlements that are dropped in are matched by it."
        >
          <Input {...form.register('payroll_number')} {...plain} spellCheck={false} />
        </Field>
      </Group>
    </div>
  );
}

/** Says what is saved of hours that were typed with decimals; untouched ones keep theirs. */
function HoursHint({ typed, start }: { typed: string; start: string }) {
  const whole = wholeOf(typed);
  const isRounded = typed !== start && Number(typed) !== Number(whole);
  return <span role="status">{isRounded ? messages.hoursWillRound(whole) : 'Whole hours.'}</span>;
}

interface GroupProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

function Group({ title, hint, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 font-display text-base font-bold">{title}</legend>
      {hint && <p className="-mt-2 mb-4 text-sm text-steel">{hint}</p>}
      <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
