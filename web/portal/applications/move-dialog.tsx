import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import {
  applicationUpdate,
  type MovableStage,
  type previewStageMail,
  type Stage,
} from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { general } from '#contract/messages/general.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import {
  applicationsQuery,
  baseOf,
  type StageBase,
  stageMailQuery,
  useSaveStage,
} from './applications.data.ts';

const draft = 'application-move';

interface Move {
  application: Application;
  stage: MovableStage;
}

export interface Moved extends Move {
  /** The stage that it left: another's when the move overwrote theirs. */
  before: Stage;
  isMailed: boolean;
  /** That of the application after the move. */
  version: number;
}

interface MoveDialogProps extends Move {
  onClose: () => void;
  onMoved: (moved: Moved) => void;
}

/** Asks whether to mail the applicant before a move, and shows the text. */
export function MoveDialog(props: MoveDialogProps) {
  const { application, stage, onClose } = props;
  const { data, isError } = useQuery(stageMailQuery(application.id, stage));
  return (
    <RecordDialog
      description={`Now: ${stageNames[application.stage]}`}
      draft={draft}
      onClose={onClose}
      title={`Move ${applicantName(application)} to ${stageNames[stage]}`}
    >
      {(onDirty) =>
        data || isError ? (
          <MoveForm {...props} mail={data?.mail} onDirty={onDirty} />
        ) : (
          <Skeleton label={general.loading} lines={5} />
        )
      }
    </RecordDialog>
  );
}

interface MoveFormProps extends MoveDialogProps {
  /** Null for stages without one; undefined when it can't be loaded. */
  mail: ReplyOf<typeof previewStageMail>['mail'] | undefined;
  onDirty: (isDirty: boolean) => void;
}

function MoveForm({ application, stage, mail, onClose, onMoved, onDirty }: MoveFormProps) {
  const state = useRecordForm({
    draft,
    record: baseOf(application),
    idOf: ({ id }: StageBase) => id,
    valuesOf: () => ({ notify: false, reason: '', note: '' }),
    schema: applicationUpdate,
    save: useSaveStage(stage),
    queryKey: applicationsQuery.queryKey,
    messages: { saveFailed: messages.updateFailed },
    keepOf: (entered) => entered,
    onDirty,
    onSaved: (_, { values, base }) => {
      onClose();
      const { version, stage: before } = base ?? application;
      onMoved({ application, stage, before, isMailed: values.notify, version: version + 1 });
    },
  });
  const { form } = state;
  const { notify, reason } = useWatch({ control: form.control });
  const parts = mail ? [mail.before, reason?.trim() ?? '', mail.after] : [];
  return (
    <FormShell
      differences={(current) => [
        { label: 'Stage', saved: stageNames[current.stage], entered: stageNames[stage] },
      ]}
      onKeepSaved={onClose}
      state={state}
      submitLabel={notify ? 'Move and email' : 'Move'}
    >
      {mail ? (
        <Checkbox
          {...form.register('notify')}
          hint={messages.mailHint(mail.to)}
          label="Email the applicant"
        />
      ) : (
        <p className="text-sm text-steel">
          {mail === null ? messages.noEmail : messages.mailFailed}
        </p>
      )}
      {mail && notify && (
        <>
          <Field
            error={form.formState.errors.reason?.message}
            hint={messages.reasonHint(mail.language)}
            label="Reason for the applicant"
            name="reason"
          >
            <Textarea {...form.register('reason')} rows={2} />
          </Field>
          <section
            aria-label="The email"
            className="border-l-4 border-line bg-well px-4 py-3 text-sm"
          >
            <p className="font-semibold" lang={mail.language}>
              {mail.subject}
            </p>
            <p className="mt-2 whitespace-pre-line wrap-anywhere" lang={mail.language}>
              {parts.filter(Boolean).join('\n\n')}
            </p>
          </section>
        </>
      )}
      <Field
        error={form.formState.errors.note?.message}
        hint="Optional. For the office only."
        label="Note"
        name="note"
      >
        <Textarea {...form.register('note')} rows={2} />
      </Field>
    </FormShell>
  );
}
