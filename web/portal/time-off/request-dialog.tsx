import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { timeOffKinds } from '#contract/company/time-off-kinds.ts';
import { hoursText, timeOff as messages } from '#contract/messages/time-off.ts';
import { workingDays } from '#contract/rules/business-days.ts';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { findClash, hoursPerDay, measure } from '#contract/rules/time-off-rules.ts';
import { typedNumber } from '#contract/rules/typed-numbers.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import { kindLabel, type TimeOffInput, takesPto, timeOffInput } from '#contract/time-off.ts';
import type { Role } from '#contract/wire/access.ts';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { employeesQuery } from '../shared/people/users.data.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { sendRequest, timeOffKey, useBalance, useOwnTimeOff } from './time-off.data.ts';

const draft = 'time-off';

const amounts = [
  { value: 'days', label: t('Whole days', 'Días completos') },
  { value: 'half', label: t('Half days (4 hours each)', 'Medios días (4 horas cada uno)') },
  { value: 'hours', label: t('Hours', 'Horas') },
];

interface Values {
  /** '' for the caller's own. */
  employee_id: string;
  kind: string;
  from_date: string;
  to_date: string;
  /** One of `amounts`. */
  amount: string;
  hours: string;
  note: string;
}

interface RequestDialogProps {
  role: Role;
  /** Whether the caller has an employee record. */
  isLinked: boolean;
  onClose: () => void;
}

/** Requests time off; admins also record an employee's. */
export function RequestDialog({ role, isLinked, onClose }: RequestDialogProps) {
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscard}
      draft={draft}
      onClose={onClose}
      title={role === 'admin' ? 'Add time off' : t('Request time off', 'Pedir días libres')}
    >
      {(onDirty) => (
        <RequestForm isLinked={isLinked} onDirty={onDirty} onDone={onClose} role={role} />
      )}
    </RecordDialog>
  );
}

/** The hours to send: '' for whole days, which the server counts. */
function hoursOf({ amount, hours, from_date, to_date }: Values): string | number {
  if (amount === 'half') return (hoursPerDay / 2) * workingDays(from_date, to_date).length;
  // A blank field would be whole days.
  return amount === 'hours' ? hours || 'missing' : '';
}

const schemaOf = (values: Values): z.ZodMiniType<TimeOffInput> =>
  z.pipe(
    z.transform((body: Values) => {
      return { ...body, hours: hoursOf(values) } as z.input<typeof timeOffInput>;
    }),
    timeOffInput,
  );

interface RequestFormProps extends Pick<RequestDialogProps, 'role' | 'isLinked'> {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function RequestForm({ role, isLinked, onDirty, onDone }: RequestFormProps) {
  const client = useQueryClient();
  const state = useRecordForm<{ version: number }, Values, TimeOffInput>({
    draft,
    record: null,
    idOf: () => 0,
    valuesOf: () => ({
      employee_id: '',
      ...{ kind: timeOffKinds[0].value, from_date: '', to_date: '' },
      ...{ amount: 'days', hours: '', note: '' },
    }),
    schema: schemaOf,
    save: (body, target) => sendRequest(client, body, target),
    queryKey: timeOffKey,
    messages: { saveFailed: messages.sendFailed },
    onDirty,
    onDone,
  });
  const { control, formState, getValues, register, setValue } = state.form;
  const { errors } = formState;
  const values = useWatch({ control }) as Values;
  const own = useCurrentUser(role === 'admin').data?.employee_id;
  const employees = useQuery({ ...employeesQuery, enabled: role === 'admin' }).data ?? [];
  const choices = employees
    .filter(({ employee_id }) => employee_id !== own)
    .map((one) => ({ value: String(one.employee_id), label: personName(one) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en-US'));

  function fillLastDay(): void {
    const { from_date, to_date } = getValues();
    if (to_date < from_date) setValue('to_date', from_date, { shouldDirty: true });
  }

  return (
    <FormShell
      differences={() => []}
      state={state}
      submitLabel={values.employee_id ? 'Record time off' : t('Send request', 'Enviar solicitud')}
    >
      <div className="grid grid-cols-2 gap-4">
        {role === 'admin' && (
          <Field
            className="col-span-full"
            error={errors.employee_id?.message}
            hint={messages.recordHint}
            label="Employee"
            name="employee_id"
            required={!isLinked}
          >
            <Select
              {...register('employee_id')}
              options={choices}
              placeholder={isLinked ? 'Yourself' : 'Choose an employee'}
            />
          </Field>
        )}
        <Field
          className="col-span-full"
          error={errors.kind?.message}
          label={t('Kind', 'Tipo')}
          name="kind"
          required
        >
          <Select
            {...register('kind')}
            options={timeOffKinds.map(({ value }) => ({ value, label: kindLabel(value) }))}
          />
        </Field>
        <Field
          error={errors.from_date?.message}
          label={t('First day', 'Primer día')}
          name="from_date"
          required
        >
          <DateInput {...register('from_date', { onBlur: fillLastDay })} />
        </Field>
        <Field
          error={errors.to_date?.message}
          label={t('Last day', 'Último día')}
          name="to_date"
          required
        >
          <DateInput {...register('to_date')} min={values.from_date} />
        </Field>
        <Field
          className="col-span-full sm:col-span-1"
          label={t('How much', 'Cuánto')}
          name="amount"
        >
          <Select {...register('amount')} options={amounts} />
        </Field>
        {values.amount === 'hours' && (
          <Field
            className="col-span-full sm:col-span-1"
            error={errors.hours && (values.hours ? errors.hours.message : messages.hoursMissing)}
            label={t('Hours in total', 'Horas en total')}
            name="hours"
            required
          >
            <Input {...register('hours')} autoComplete="off" inputMode="decimal" />
          </Field>
        )}
        <Field
          className="col-span-full"
          error={errors.note?.message}
          label={t('Note for the office', 'Nota para la oficina')}
          name="note"
        >
          <Textarea {...register('note')} maxLength={10_000} rows={2} />
        </Field>
      </div>
      {(isLinked || values.employee_id !== '') && <Outlook role={role} values={values} />}
    </FormShell>
  );
}

/** What the request takes, before it is sent. */
function Outlook({ role, values }: { role: Role; values: Values }) {
  const employeeId = values.employee_id ? Number(values.employee_id) : undefined;
  const balance = useBalance(employeeId).data;
  const own = useOwnTimeOff(role, employeeId).data;
  const { from_date, to_date, kind } = values;
  const entered = hoursOf(values);
  const hours = typeof entered === 'string' ? typedNumber(entered, 'hours') : entered;
  const isMissing = entered !== '' && hours === null;
  if (!isCalendarDate(from_date) || !isCalendarDate(to_date) || isMissing) {
    return <p className="text-sm text-steel">{messages.skips}</p>;
  }
  const measured = measure({ from_date, to_date, hours });
  if ('fields' in measured) return <Warning>{Object.values(measured.fields)[0]}</Warning>;
  const after = balance && takesPto(kind) ? balance.available_hours - measured.hours : null;
  const open = own?.filter(({ status }) => status === 'requested' || status === 'approved');
  const clash = findClash({ from_date, to_date, hours: measured.hours }, open ?? []);
  return (
    <>
      <div role="status">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 border-y-2 border-ink py-3">
          <div>
            <dt className="legend text-steel">{t('This request', 'Esta solicitud')}</dt>
            <dd className="display text-lg">{hoursText(measured.hours)}</dd>
            <dd className="text-sm text-steel">
              {measured.days === 1
                ? t('1 working day', '1 día de trabajo')
                : t(`${measured.days} working days`, `${measured.days} días de trabajo`)}
            </dd>
          </div>
          {after !== null && (
            <div>
              <dt className="legend text-steel">{t('Available afterwards', 'Quedan después')}</dt>
              <dd className={`display text-lg ${after < 0 ? 'text-danger' : ''}`}>
                {hoursText(Math.round(after * 100) / 100)}
              </dd>
            </div>
          )}
        </dl>
      </div>
      {after !== null && after < 0 && (
        <Warning>{employeeId ? messages.recordOverBalance : messages.overBalance}</Warning>
      )}
      {clash && (
        <Warning>
          {messages.clash(
            clash,
            clash.status === 'approved',
            employeeId ? clash.employee_name : null,
          )}
        </Warning>
      )}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="border-l-4 border-lane pl-3 font-semibold" role="status">
      {children}
    </p>
  );
}
