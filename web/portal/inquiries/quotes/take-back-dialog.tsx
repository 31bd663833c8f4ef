import type * as z from 'zod/mini';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { type Quote, takeBackInput, takeBackQuote } from '#contract/quotes.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { call } from '#web/lib/api/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { RecordDialog } from '../../shared/records/record-dialog.tsx';
import { FormShell } from '../../shared/records/record-form.tsx';
import { useRecordForm } from '../../shared/records/use-record-form.ts';
import { inquiriesQuery } from '../inquiries.data.ts';

interface TakeBackDialogProps {
  quote: Quote;
  onClose: () => void;
}

const draftOf = ({ quote_id }: Quote) => `take back ${quote_id}`;

/** Asks why an acceptance is taken back. */
export function TakeBackDialog({ quote, onClose }: TakeBackDialogProps) {
  return (
    <RecordDialog
      description={`${quote.number}, ${dollars(quote.total)}, accepted by ${quote.answered_by}`}
      draft={draftOf(quote)}
      onClose={onClose}
      title="Take back acceptance"
    >
      {(onDirty) => <TakeBackForm onClose={onClose} onDirty={onDirty} quote={quote} />}
    </RecordDialog>
  );
}

type Reason = z.output<typeof takeBackInput>;

interface TakeBackFormProps extends TakeBackDialogProps {
  onDirty: (isDirty: boolean) => void;
}

function TakeBackForm({ quote, onClose, onDirty }: TakeBackFormProps) {
  const state = useRecordForm<{ version: number }, Reason, Reason>({
    draft: draftOf(quote),
    record: null,
    idOf: () => quote.quote_id,
    valuesOf: () => ({ reason: '' }),
    schema: takeBackInput,
    save: (body) => call(takeBackQuote, { params: { id: quote.quote_id }, body }),
    queryKey: inquiriesQuery.queryKey,
    messages: { saveFailed: messages.takeBackFailed },
    onDirty,
    onDone: onClose,
  });
  const { register, formState } = state.form;
  return (
    <FormShell differences={() => []} state={state} submitLabel="Take back" submitVariant="danger">
      <Field
        error={formState.errors.reason?.message}
        hint="The customer reads it in an email. The quote is withdrawn, and the inquiry is quoted again."
        label="Reason"
        name="reason"
        required
      >
        <Textarea rows={4} {...register('reason')} />
      </Field>
    </FormShell>
  );
}
