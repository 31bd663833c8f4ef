import { useWatch } from 'react-hook-form';
import { applicationUpdate, type MovableStage } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageMailText,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { applicationsQuery, baseOf, type StageBase, useSaveStage } from './applications.data.ts';

const draft = 'application-move';

interface Move {
  application: Application;
  stage: MovableStage;
}

export interface Moved extends Move {
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
  return (
    <RecordDialog
      description={`Now: ${stageNames[application.stage]}`}
      draft={draft}
      onClose={onClose}
      title={`Move ${applicantName(application)} to ${stageNames[stage]}`}
    >
      {(onDirty) => <MoveForm {...props} onDirty={onDirty} />}
    </RecordDialog>
  );
}

function MoveForm({
  application,
  stage,
  onClose,
  onMoved,
  onDirty,
}: MoveDialogProps & { onDirty: (isDirty: boolean) => void }) {
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
      const { version } = base ?? application;
      onMoved({ application, stage, isMailed: values.notify, version: version + 1 });
    },
  });
  const { form } = state;
  const { notify, reason } = useWatch({ control: form.control });
  const mail = stageMailText(stage, application.position, reason?.trim() ?? '');
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
          hint={messages.mailHint(application.email)}
          label="Email the applicant"
        />
      ) : (
        <p className="text-sm text-steel">{messages.noEmail}</p>
      )}
      {mail && notify && (
        <>
          <Field
            error={form.formState.errors.reason?.message}
            hint="Optional. Part of the email."
            label="Reason for the applicant"
            name="reason"
          >
            <Textarea {...form.register('reason')} rows={2} />
          </Field>
          <section
            aria-label="The email"
            className="border-l-4 border-line bg-well px-4 py-3 text-sm"
          >
            <p className="font-semibold">{mail.subject}</p>
            {mail.paragraphs.map((text) => (
              <p className="mt-2 whitespace-pre-line wrap-anywhere" key={text}>
                {text}
              </p>
            ))}
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
