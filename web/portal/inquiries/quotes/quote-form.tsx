import { quotes as messages } from '#contract/messages/quotes.ts';
import { type Quote, quoteInput } from '#contract/quotes.ts';
import { dayAfter, today, usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { FormShell } from '../../shared/records/record-form.tsx';
import { useRecordForm } from '../../shared/records/use-record-form.ts';
import { toast } from '../../shared/toast.tsx';
import { inquiriesQuery } from '../inquiries.data.ts';
import { emptyLine, QuoteLines, type QuoteValues, totalOf } from './quote-lines.tsx';
import { saveQuoteOf } from './quotes.data.ts';

/** Days that a new quote is valid. */
const usualDays = 14;

function valuesOf(quote: Quote | null): QuoteValues {
  if (quote === null) {
    return { lines: [emptyLine], valid_until: dayAfter(today(), usualDays), message: '' };
  }
  const { lines, valid_until, message } = quote;
  const typed = lines.map(({ description, quantity, unit_price }) => ({
    description,
    quantity: String(quantity),
    unit_price: unit_price.toFixed(2),
  }));
  return { lines: typed, valid_until, message };
}

interface QuoteFormProps {
  inquiryId: number;
  draft: string;
  /** The draft to change; null for a new quote. */
  quote: Quote | null;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

export function QuoteForm({ inquiryId, draft, quote, onDirty, onClose }: QuoteFormProps) {
  const state = useRecordForm({
    draft,
    record: quote,
    idOf: ({ quote_id }: Quote) => quote_id,
    valuesOf,
    schema: quoteInput,
    save: saveQuoteOf(inquiryId),
    queryKey: inquiriesQuery.queryKey,
    messages: { saveFailed: messages.saveFailed },
    onDirty,
    onSaved: ({ message }) => {
      onClose();
      toast.show(message);
    },
  });
  const { form } = state;
  const { errors } = form.formState;
  return (
    <FormShell
      differences={(current, entered) => [
        { label: 'Total', saved: dollars(current.total), entered: totalOf(entered.lines) },
        {
          label: 'Valid until',
          saved: usCalendarDay(current.valid_until),
          entered: usCalendarDay(entered.valid_until),
        },
        { label: 'Message', saved: current.message, entered: entered.message },
      ]}
      state={state}
      submitLabel="Save draft"
    >
      <QuoteLines form={form} />
      <Field error={errors.valid_until?.message} label="Valid until" name="valid_until" required>
        <DateInput className="sm:w-56!" {...form.register('valid_until')} min={today()} />
      </Field>
      <Field
        error={errors.message?.message}
        hint="In the email, in the PDF and on the customer's page."
        label="Message"
        name="message"
      >
        <Textarea {...form.register('message')} rows={3} />
      </Field>
    </FormShell>
  );
}
