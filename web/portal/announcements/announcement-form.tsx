import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { createAnnouncement } from '#contract/announcements.ts';
import { announcements as messages } from '#contract/messages/announcements.ts';
import { documents } from '#contract/messages/documents.ts';
import { field } from '#contract/messages/general.ts';
import { instantOf } from '#contract/rules/business-days.ts';
import { wallClock } from '#contract/rules/dates.ts';
import { timeLabel } from '#contract/rules/office-hours.ts';
import { minutesOf } from '#contract/rules/quiet-hours.ts';
import { optionalText, text } from '#contract/wire/fields.ts';
import { call } from '#web/lib/api/api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { valuesOf } from '../shared/people/user-names.ts';
import { UserPicker } from '../shared/people/user-picker.tsx';
import { useUsers } from '../shared/people/users.data.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { SpanishVersion } from '../shared/records/spanish-version.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { announcementsKey } from './announcements.data.ts';

const values = z.object({
  message: text(2000),
  message_es: optionalText(2500),
  to: z.enum(['everyone', 'department', 'position', 'people']),
  department: z.string(),
  position: z.string(),
  user_ids: z.array(z.number()),
  when: z.enum(['now', 'later']),
  send_on: z.string(),
  /** HH:MM */
  send_minute: z.string(),
  must_confirm: z.boolean(),
  is_safety: z.boolean(),
});
type Values = z.output<typeof values>;

// The server takes empty choices as everyone.
const schema = values.check(
  z.refine(({ to, user_ids }) => to !== 'people' || user_ids.length > 0, {
    error: documents.usersMissing,
    path: ['user_ids'],
  }),
  z.refine(({ to, department }) => to !== 'department' || department !== '', {
    error: field.required,
    path: ['department'],
  }),
  // The server takes a day without a time as its midnight.
  ...(['send_on', 'send_minute'] as const).map((name) =>
    z.refine<Values>(({ when, [name]: value }) => when === 'now' || value !== '', {
      error: field.required,
      path: [name],
    }),
  ),
  z.refine(({ when, send_on, send_minute }) => when === 'now' || isFuture(send_on, send_minute), {
    error: messages.past,
    path: ['send_minute'],
  }),
  z.refine(({ to, position }) => to !== 'position' || position !== '', {
    error: field.required,
    path: ['position'],
  }),
);

const empty: Values = {
  message: '',
  message_es: '',
  to: 'everyone',
  department: '',
  position: '',
  user_ids: [],
  when: 'now',
  send_on: '',
  send_minute: '',
  must_confirm: false,
  is_safety: false,
};

/** Says when it goes out instead, if the clocks skip the hour. */
function timeHint(day: string, time: string): string {
  if (day === '' || time === '') return 'Central time';
  const at = new Date(instantOf(`${day}T${time}:00.000`));
  const isSkipped = wallClock(at).slice(11, 16) !== time;
  return isSkipped ? messages.skippedHour(timeLabel(at.toISOString())) : 'Central time';
}

/** Both are of the company's clock. */
const isFuture = (day: string, time: string) => `${day}T${time}` > wallClock().slice(0, 16);

/** Only what the choices show is sent. */
function bodyOf({ message, message_es, to, when, must_confirm, is_safety, ...values }: Values) {
  const isLater = when === 'later';
  return {
    message,
    message_es,
    must_confirm,
    is_safety,
    ...(to === 'department' && { department: values.department }),
    ...(to === 'position' && { position: values.position }),
    ...(to === 'people' && { user_ids: values.user_ids }),
    ...(isLater && {
      send_on: values.send_on,
      send_minute: minutesOf(values.send_minute),
    }),
  };
}

const audiences = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'department', label: 'A department' },
  { value: 'position', label: 'A position' },
  { value: 'people', label: 'Chosen people' },
];

/** Writes an announcement. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscard}
      draft="announcement"
      onClose={onClose}
      title={messages.add}
    >
      {(onDirty) => <AnnouncementForm onDirty={onDirty} onDone={onClose} />}
    </RecordDialog>
  );
}

interface AnnouncementFormProps {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function AnnouncementForm({ onDirty, onDone }: AnnouncementFormProps) {
  const state = useRecordForm<{ version: number }, Values, Values>({
    draft: 'announcement',
    record: null,
    idOf: () => 0,
    valuesOf: () => empty,
    schema,
    save: (values, { idempotencyKey }) =>
      call(createAnnouncement, { body: bodyOf(values) }, { idempotencyKey }),
    queryKey: announcementsKey,
    messages: { saveFailed: messages.saveFailed },
    onDirty,
    onDone,
  });
  const { register, formState, watch, control } = state.form;
  const { errors } = formState;
  const { field: people } = useController({ control, name: 'user_ids' });
  const users = useUsers().data ?? [];
  const [to, when] = [watch('to'), watch('when')];
  return (
    <FormShell
      differences={() => []}
      state={state}
      submitLabel={when === 'later' ? 'Plan' : 'Send'}
    >
      <Field error={errors.message?.message} label="Message" name="message" required>
        <Textarea
          className="field-sizing-content max-h-72 min-h-28"
          maxLength={2000}
          {...register('message')}
        />
      </Field>
      <SpanishVersion
        hasError={errors.message_es !== undefined}
        isFilled={state.form.getValues('message_es') !== ''}
      >
        <Field error={errors.message_es?.message} label="Message (Spanish)" name="message_es">
          <Textarea
            className="field-sizing-content max-h-72 min-h-28"
            maxLength={2500}
            {...register('message_es')}
          />
        </Field>
      </SpanishVersion>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field error={to === 'people' ? undefined : errors.user_ids?.message} label="To" name="to">
          <Select options={audiences} {...register('to')} />
        </Field>
        {(to === 'department' || to === 'position') && (
          <Field
            error={errors[to]?.message}
            label={to === 'department' ? 'Department' : 'Position'}
            name={to}
            required
          >
            <Select options={valuesOf(users, to)} placeholder="Choose" {...register(to)} />
          </Field>
        )}
      </div>
      {to === 'people' && (
        <UserPicker
          chosen={people.value}
          error={errors.user_ids?.message}
          label="People"
          onChange={people.onChange}
          required
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="When" name="when">
          <Select
            options={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'At a later time' },
            ]}
            {...register('when')}
          />
        </Field>
        {when === 'later' && (
          <>
            <Field error={errors.send_on?.message} label="Day" name="send_on" required>
              <DateInput {...register('send_on')} />
            </Field>
            <Field
              error={errors.send_minute?.message}
              hint={timeHint(watch('send_on'), watch('send_minute'))}
              label="Time"
              name="send_minute"
              required
            >
              <Input type="time" {...register('send_minute')} />
            </Field>
          </>
        )}
      </div>
      <div>
        <Checkbox
          label="Ask each person to confirm that they have read it"
          {...register('must_confirm')}
        />
        <Checkbox
          hint="Phones show it at once, even while they save power."
          label="Safety message"
          {...register('is_safety')}
        />
      </div>
    </FormShell>
  );
}
