import { applicationUpdate, type Stage } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useStartedOf } from './applicants.data.ts';
import { otherText, startedText, waitingMail } from './application-labels.ts';
import { applicationsQuery, type StageBase, useSaveNote } from './applications.data.ts';
import { StageSelect } from './stage-marks.tsx';

interface HiringPanelProps {
  application: Application;
  onMove: (stage: Stage) => void;
  onUndo: (stage: Stage) => void;
}

/** Where an application stands, and others that are perhaps the same person's. */
export function HiringPanel({ application, onMove, onUndo }: HiringPanelProps) {
  const { stage, staged_at, other_applications } = application;
  const waiting = waitingMail(application, new Date());
  const certain = other_applications.filter(({ by_link }) => by_link === 1);
  const perhaps = other_applications.filter(({ by_link }) => by_link === 0);
  const started = useStartedOf(application.id);
  return (
    <section className="grid gap-4 border-y-2 border-ink py-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-display font-bold">Stage</h3>
        <div className="w-44">
          <StageSelect application={application} onMove={onMove} />
        </div>
        {staged_at && <p className="text-sm text-steel">Since {usDayAndTime(staged_at)}</p>}
        {stage === 'hired' ? (
          <LinkButton size="sm" to="/driver-file" variant="secondary">
            Driver files
          </LinkButton>
        ) : (
          <Button onClick={() => onMove('hired')} size="sm">
            Hire
          </Button>
        )}
      </div>
      {waiting && (
        <p className="flex flex-wrap items-center gap-3 text-sm" role="status">
          The email about this stage leaves at {usDayAndTime(waiting.leavesAt)}.
          <Button onClick={() => onUndo(waiting.before)} size="sm" variant="secondary">
            Undo
          </Button>
        </p>
      )}
      <Others others={certain.map(otherText)} title="Same person">
        Sent by the same link.
      </Others>
      <Others
        others={[...perhaps.map(otherText), ...started.map(startedText)]}
        title="Perhaps the same person"
      >
        The same email, or the same phone number and name. People share both.
      </Others>
    </section>
  );
}

interface OthersProps {
  title: string;
  others: readonly string[];
  children: string;
}

function Others({ title, others, children }: OthersProps) {
  if (others.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-display font-bold">{title}</h3>
      <p className="text-steel">{children}</p>
      <ul>
        {others.map((other) => (
          <li key={other}>{other}</li>
        ))}
      </ul>
    </div>
  );
}

/** What happened to an application, and the office's notes. */
export function ApplicationTimeline({ application }: { application: Application }) {
  return (
    <section className="grid gap-4">
      <h3 className="font-display font-bold">Timeline</h3>
      <Timeline application={application} />
      <NoteForm application={application} key={application.id} />
    </section>
  );
}

/** What happened, in words. */
function eventText({ kind, text }: Application['events'][number]): string {
  if (kind === 'mail') return `Email to the applicant: ${stageNames[text as Stage] ?? text}`;
  if (kind === 'mail_stopped') return 'The email was stopped before it left.';
  const reason = text && `\nReason for the applicant: ${text}`;
  return `Stage: ${stageNames[kind as Stage] ?? kind}${reason}`;
}

function Timeline({ application: { notes, events } }: { application: Application }) {
  const entries = [
    ...notes.map((note) => ({ ...note, isNote: true })),
    ...events.map((event) => ({ ...event, text: eventText(event), isNote: false })),
  ].sort((one, other) => one.id - other.id);
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Timeline" className="border-b border-line text-sm">
      {entries.map(({ id, author, text, created_at, isNote }) => (
        <li className="border-t border-line py-2" key={id}>
          <p className="text-steel">
            <bdi className="font-semibold text-ink">{author || 'The applicant'}</bdi>,{' '}
            <time dateTime={created_at}>{usDayAndTime(created_at)}</time>
          </p>
          <p className={`whitespace-pre-line wrap-anywhere ${isNote ? '' : 'text-steel'}`}>
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

function NoteForm({ application }: { application: Application }) {
  const state = useRecordForm({
    draft: `application-note-${application.id}`,
    record: null as StageBase | null,
    idOf: ({ id }) => id,
    valuesOf: () => ({ note: '' }),
    schema: applicationUpdate,
    save: useSaveNote(application.id),
    queryKey: applicationsQuery.queryKey,
    messages: { saveFailed: messages.updateFailed },
    onSaved: () => state.form.reset(),
  });
  const { form } = state;
  return (
    <FormShell
      differences={() => []}
      onCancel={null}
      state={state}
      submitLabel="Add note"
      submitVariant="secondary"
    >
      <Field error={form.formState.errors.note?.message} label="Add a note" name="note">
        <Textarea {...form.register('note')} rows={2} />
      </Field>
    </FormShell>
  );
}
