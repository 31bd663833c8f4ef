import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  hireApplicant,
  hireFields,
  hireInput,
  type previewHire,
} from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { general } from '#contract/messages/general.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { today } from '#contract/rules/dates.ts';
import { distinctNames } from '#contract/rules/similar-names.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import { anyChoice, choice } from '#contract/wire/fields.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { usersQuery } from '../shared/people/users.data.ts';
import { formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import {
  applicationsQuery,
  baseOf,
  hirePreviewQuery,
  type StageBase,
  withBase,
} from './applications.data.ts';

interface HireDialogProps {
  application: Application;
  onClose: () => void;
}

export function HireDialog(props: HireDialogProps) {
  const { application, onClose } = props;
  const draft = `hire-${application.id}`;
  const { data: preview, isError } = useQuery(hirePreviewQuery(application.id));
  return (
    <RecordDialog
      description={messages.hireIntro}
      draft={draft}
      onClose={onClose}
      title={`Hire ${applicantName(application)}`}
    >
      {(onDirty) =>
        preview || isError ? (
          <HireForm {...props} draft={draft} onDirty={onDirty} preview={preview} />
        ) : (
          <Skeleton label={general.loading} lines={5} />
        )
      }
    </RecordDialog>
  );
}

const hireForm = z.extend(hireInput, { close_job: anyChoice(['tell', 'quietly', 'open']) });
const fillingForm = hireForm.check(
  z.refine(({ close_job }) => close_job !== undefined, {
    path: ['close_job'],
    error: jobClosing.fillsMissing,
  }),
);

/** What happens to a job that the hire fills, whose other applicants wait. */
const closingField = (others: number) =>
  ({
    close_job: {
      kind: 'choice',
      label: jobClosing.fills,
      schema: choice(['tell', 'quietly', 'open']),
      options: [
        ...(others > 0 ? [{ value: 'tell', label: jobClosing.fillsAndTells(others) }] : []),
        { value: 'quietly', label: others > 0 ? jobClosing.fillsQuietly : 'Close it' },
        { value: 'open', label: jobClosing.fillsNothing },
      ],
      placeholder: 'Choose',
      isWide: true,
    },
  }) satisfies RecordFields;

/** 'anna.naf' for Anna Näf. */
function usernameFor({ first_name, last_name }: Application): string {
  return foldLine(`${first_name}.${last_name}`).replace(/[^a-z0-9.-]/g, '');
}

interface HireFormProps extends HireDialogProps {
  /** Unknown when it couldn't be loaded: the job then stays open. */
  preview: ReplyOf<typeof previewHire> | undefined;
  draft: string;
  onDirty: (isDirty: boolean) => void;
}

function HireForm({ application, preview, draft, onClose, onDirty }: HireFormProps) {
  const { send, dialog } = useConfirmedCall();
  const confirm = useConfirm();
  const { data: users = [] } = useQuery(usersQuery);
  const fills = preview?.fills ?? null;
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
      close_job: '',
    }),
    schema: () => (fills === null ? hireForm : fillingForm),
    save: async ({ close_job, ...body }, { record, idempotencyKey }) => {
      const { id, version, stage } = record ?? application;
      const question = {
        title: messages.confirmHire,
        description: messages.hireEnded(stageNames[stage]),
        confirmLabel: 'Hire anyway',
      };
      const isEnded = stage === 'declined' || stage === 'withdrawn';
      if (isEnded && !(await confirm(question))) return null;
      const closing = close_job === 'open' ? undefined : close_job;
      const asked = { close_job: closing, hired: preview?.hired ?? undefined, version };
      const request = { params: { id }, body: { ...body, ...asked } };
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
        {fills !== null && <FormFields fields={closingField(fills)} form={state.form} />}
        <p className="text-sm text-steel wrap-anywhere">Welcome email to {application.email}.</p>
      </FormShell>
      {dialog}
    </>
  );
}
