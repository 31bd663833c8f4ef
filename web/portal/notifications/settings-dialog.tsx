import { useQuery } from '@tanstack/react-query';
import { type Control, useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { general } from '#contract/messages/general.ts';
import { notificationSettings as messages } from '#contract/messages/notifications.ts';
import { choosableKinds, kindOf, kindTexts } from '#contract/notification-kinds.ts';
import {
  type NotificationSettings,
  updateNotificationSettings,
} from '#contract/notification-settings.ts';
import { minutesOf, timeOf } from '#contract/rules/quiet-hours.ts';
import { t } from '#contract/text/languages.ts';
import { call } from '#web/lib/api/api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { supportsPush } from '../shared/push/push-consent.ts';
import { PushSwitch } from '../shared/push/push-switch.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { settingsQuery } from './notifications.data.ts';

const channels = ['in_app', 'push', 'mail'] as const;
const draft = 'notification-settings';

const schema = z
  .object({
    choices: z.array(
      z.object({
        kind: z.enum(choosableKinds),
        in_app: z.boolean(),
        push: z.boolean(),
        mail: z.boolean(),
      }),
    ),
    isQuiet: z.boolean(),
    /** HH:MM */
    from: z.string(),
    to: z.string(),
  })
  .check(
    z.refine(({ isQuiet, from, to }) => !isQuiet || (from !== '' && to !== ''), {
      error: messages.bothTimes,
      path: ['to'],
    }),
    z.refine(({ isQuiet, from, to }) => !isQuiet || from !== to, {
      error: messages.differentTimes,
      path: ['to'],
    }),
  );
type Values = z.output<typeof schema>;

/** The usual night, for someone who turns quiet hours on. */
const night = { from: '22:00', to: '06:00' };

function valuesOf(settings: NotificationSettings | null): Values {
  const { choices = [], quiet_from = null, quiet_to = null } = settings ?? {};
  return {
    choices: choices.map(({ kind, in_app, push, mail }) => ({
      kind,
      in_app: in_app === 1,
      push: push === 1,
      mail: mail === 1,
    })),
    isQuiet: quiet_from !== null,
    from: quiet_from === null ? night.from : timeOf(quiet_from),
    to: quiet_to === null ? night.to : timeOf(quiet_to),
  };
}

const bodyOf = ({ choices, isQuiet, from, to }: Values) => ({
  choices,
  quiet_from: isQuiet ? minutesOf(from) : null,
  quiet_to: isQuiet ? minutesOf(to) : null,
});

/** How the user gets each kind of notification, and their quiet hours. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(settingsQuery);
  const { data, error } = query;
  return (
    <RecordDialog
      description={messages.about}
      draft={draft}
      onClose={onClose}
      title={messages.title}
    >
      {(onDirty) =>
        data ? (
          <SettingsForm onDirty={onDirty} onDone={onClose} settings={data} />
        ) : error ? (
          <FailedList fallback={messages.fetchFailed} query={query} />
        ) : (
          <Skeleton label={general.loading} lines={10} />
        )
      }
    </RecordDialog>
  );
}

interface SettingsFormProps {
  settings: NotificationSettings;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function SettingsForm({ settings, onDirty, onDone }: SettingsFormProps) {
  const state = useRecordForm<NotificationSettings, Values, Values>({
    draft,
    record: settings,
    idOf: () => 0,
    valuesOf,
    schema,
    save: (values, { record }) =>
      call(updateNotificationSettings, {
        body: { ...bodyOf(values), version: record?.version },
      }),
    queryKey: settingsQuery.queryKey,
    messages: { saveFailed: messages.saveFailed },
    onDirty,
    onDone,
  });
  const { register, formState, watch, control } = state.form;
  const { errors } = formState;
  const { email } = settings;
  return (
    <FormShell differences={() => []} state={state}>
      <ChoicesTable control={control} hasAddress={email !== ''} />
      <p className="text-sm text-steel">
        {messages.security} {email === '' ? messages.noAddress : messages.mailTo(email)}
      </p>
      <div className="border-y border-line">
        {supportsPush() ? (
          <PushSwitch className="pt-1 pb-3" />
        ) : (
          <p className="py-3 text-sm text-steel">{messages.noPush}</p>
        )}
      </div>
      <Checkbox hint={messages.quietHint} label={messages.quiet} {...register('isQuiet')} />
      {watch('isQuiet') && (
        <div className="grid grid-cols-2 gap-4">
          <Field error={errors.from?.message} label={messages.from} name="from" required>
            <Input type="time" {...register('from')} />
          </Field>
          <Field error={errors.to?.message} label={messages.to} name="to" required>
            <Input type="time" {...register('to')} />
          </Field>
        </div>
      )}
    </FormShell>
  );
}

interface ChoicesTableProps {
  control: Control<Values, unknown, Values>;
  hasAddress: boolean;
}

/** A checkbox for each kind and channel. */
function ChoicesTable({ control, hasAddress }: ChoicesTableProps) {
  const { field } = useController({ control, name: 'choices' });
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{messages.title}</caption>
      <thead>
        <tr className="border-b-2 border-ink font-display text-sm">
          <th className="py-2 pr-2" scope="col">
            {t('Kind', 'Tipo')}
          </th>
          {channels.map((channel) => (
            <th className="w-13 py-2 text-center sm:w-20" key={channel} scope="col">
              {messages.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {field.value.map((choice, index) => {
          const kind = kindOf(choice.kind);
          const { label = '', about } = kind ? kindTexts(kind) : {};
          return (
            <tr className="border-b border-line" key={choice.kind}>
              <th className="py-2 pr-2 font-semibold leading-snug" scope="row">
                {label}
                <span className="block text-sm font-normal text-steel">{about}</span>
              </th>
              {channels.map((channel) => (
                <td className="p-0 text-center" key={channel}>
                  <label className="inline-grid size-11 cursor-pointer place-items-center has-disabled:cursor-default">
                    <input
                      aria-label={`${label}: ${messages.channels[channel]}`}
                      checked={choice[channel]}
                      className="size-5 accent-rust"
                      disabled={
                        channel === 'in_app'
                          ? kind?.isAlwaysInApp
                          : channel === 'mail' && !hasAddress && !choice.mail
                      }
                      onChange={({ target }) =>
                        field.onChange(
                          field.value.with(index, { ...choice, [channel]: target.checked }),
                        )
                      }
                      type="checkbox"
                    />
                  </label>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
