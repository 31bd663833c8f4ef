import { useQuery } from '@tanstack/react-query';
import { hireApplicant, hireFields, hireInput } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { today } from '#contract/rules/dates.ts';
import { distinctNames } from '#contract/rules/similar-names.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { usersQuery } from '../shared/people/users.data.ts';
import { formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { applicationsQuery, baseOf, type StageBase, withBase } from './applications.data.ts';

interface HireDialogProps {
  application: Application;
  onClose: () => void;
}

export function HireDialog(props: HireDialogProps) {
  const { application, onClose } = props;
  const draft = `hire-${application.id}`;
  return (
    <RecordDialog
      description={messages.hireIntro}
      draft={draft}
      onClose={onClose}
      title={`Hire ${applicantName(application)}`}
    >
      {(onDirty) => <HireForm {...props} draft={draft} onDirty={onDirty} />}
    </RecordDialog>
  );
}

/** 'anna.naf' for Anna Näf. */
function usernameFor({ first_name, last_name }: Application): string {
  return foldLine(`${first_name}.${last_name}`).replace(/[^a-z0-9.-]/g, '');
}

interface HireFormProps extends HireDialogProps {
  draft: string;
  onDirty: (isDirty: boolean) => void;
}

function HireForm({ application, draft, onClose, onDirty }: HireFormProps) {
  const { send, dialog } = useConfirmedCall();
  const confirm = useConfirm();
  const { data: users = [] } = useQuery(usersQuery);
  const state = useRecordForm({
    draft,
    record: baseOf(application),
    idOf: ({ id }: StageBase) => id,
    valuesOf: () => ({
      ...formValues(hireFields, {}),
      username: usernameFor(application),
      user_role: 'employee',
      position: application.position ?? '',
      hire_date: today(),
    }),
    schema: hireInput,
    save: async (body, { record, idempotencyKey }) => {
      const { id, version, stage } = record ?? application;
      const question = {
        title: messages.confirmHire,
        description: messages.hireEnded(stageNames[stage]),
        confirmLabel: 'Hire anyway',
      };
      const isEnded = stage === 'declined' || stage === 'withdrawn';
      if (isEnded && !(await confirm(question))) return null;
      const request = { params: { id }, body: { ...body, version } };
      return withBase(send(hireApplicant, request, { idempotencyKey }));
    },
    queryKey: applicationsQuery.queryKey,
    messages: { saveFailed: messages.hireFailed },
    onDirty,
    onSaved: ({ message }) => {
      onClose();
      toast.show(message);
    },
  });
  return (
    <>
      <FormShell
        differences={(current) => [
          { label: 'Stage', saved: stageNames[current.stage], entered: stageNames.hired },
        ]}
        onKeepSaved={onClose}
        state={state}
        submitLabel="Hire"
      >
        <FormFields
          fields={hireFields}
          form={state.form}
          overrides={{
            department: { suggestions: distinctNames(users.map(({ department }) => department)) },
            position: { suggestions: distinctNames(users.map(({ position }) => position)) },
          }}
        />
        <p className="text-sm text-steel wrap-anywhere">Welcome email to {application.email}.</p>
      </FormShell>
      {dialog}
    </>
  );
}
