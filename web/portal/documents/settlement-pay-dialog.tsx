import type { Document } from '#contract/documents.ts';
import { settlementPay as messages } from '#contract/messages/settlement-pay.ts';
import {
  settlementPayFields,
  settlementPayInput,
  updateSettlementPay,
} from '#contract/settlement-pay.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../shared/live/live-keys.ts';
import { formValues } from '../shared/records/field-values.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';

interface SettlementPayProps {
  document: Document;
  onClose: () => void;
}

const draftOf = ({ file_id }: Document) => `settlement pay ${file_id}`;

/** Where the office types the net pay and the period that couldn't be read. */
export function SettlementPayDialog({ document, onClose }: SettlementPayProps) {
  return (
    <RecordDialog
      description={document.file_name}
      discardQuestion={messages.confirmDiscard}
      draft={draftOf(document)}
      onClose={onClose}
      title={messages.title}
    >
      {(onDirty) => <PayForm document={document} onClose={onClose} onDirty={onDirty} />}
    </RecordDialog>
  );
}

interface PayFormProps extends SettlementPayProps {
  onDirty: (isDirty: boolean) => void;
}

type Body = BodyOf<typeof updateSettlementPay>;

/** What was typed, without what the file may have been read for meanwhile; the days of a period go together. */
function changed({ net_pay, period_from, period_to }: Body, record: Document | null): Body {
  const isSamePeriod = period_from === record?.period_from && period_to === record?.period_to;
  return {
    ...(net_pay !== record?.net_pay && { net_pay }),
    ...(!isSamePeriod && { period_from, period_to }),
  };
}

function PayForm({ document, onClose, onDirty }: PayFormProps) {
  const { file_id: id } = document;
  const state = useRecordForm({
    draft: draftOf(document),
    record: document,
    idOf: ({ file_id }) => file_id,
    valuesOf: (record) => formValues(settlementPayFields, record ?? {}),
    schema: settlementPayInput,
    save: (body, { record }) =>
      call(updateSettlementPay, {
        params: { id },
        body: { ...changed(body, record), version: record?.version },
      }),
    queryKey: documentsKey,
    messages: { saveFailed: messages.saveFailed },
    onDirty,
    onDone: onClose,
  });
  return (
    <>
      <p className="mb-4 text-sm text-steel">{messages.hint}</p>
      <RecordForm
        columns="sm:grid-cols-3"
        fields={settlementPayFields}
        state={state}
        submitLabel="Save"
      />
    </>
  );
}
