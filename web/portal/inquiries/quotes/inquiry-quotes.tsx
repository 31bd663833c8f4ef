import { useId, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { quotes as messages } from '#contract/messages/quotes.ts';
import type { Quote } from '#contract/quotes.ts';
import { Button } from '#web/ui/button.tsx';
import { RecordDialog } from '../../shared/records/record-dialog.tsx';
import { CustomerLink } from './customer-link.tsx';
import { QuoteForm } from './quote-form.tsx';
import { QuoteRow } from './quote-row.tsx';

/** The quotes of an inquiry, and the link to its customer's page. */
export function InquiryQuotes({ inquiry }: { inquiry: Inquiry }) {
  const id = useId();
  const [open, setOpen] = useState<Quote | 'new' | null>(null);
  const draft = `quote.${inquiry.id}`;
  const hasAccepted = inquiry.quotes.some(({ status }) => status === 'accepted');
  const close = () => setOpen(null);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 className="font-display font-bold" id={id}>
        Quotes
      </h3>
      {inquiry.quotes.length === 0 ? (
        <p className="text-steel">{messages.none}</p>
      ) : (
        <ul className="border-t border-line">
          {inquiry.quotes.toReversed().map((quote) => (
            <QuoteRow
              canSend={!hasAccepted}
              key={quote.quote_id}
              onEdit={() => setOpen(quote)}
              others={inquiry.quotes}
              quote={quote}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {!hasAccepted && (
          <Button onClick={() => setOpen('new')} size="sm" variant="secondary">
            New quote
          </Button>
        )}
        <CustomerLink inquiryId={inquiry.id} />
      </div>
      {open && (
        <RecordDialog
          description={`${inquiry.company_name}, ${inquiry.reference}`}
          discardQuestion={messages.confirmDiscard}
          draft={draft}
          onClose={close}
          size="lg"
          title={open === 'new' ? 'New quote' : `Quote ${open.number}`}
        >
          {(onDirty) => (
            <QuoteForm
              draft={draft}
              inquiryId={inquiry.id}
              onClose={close}
              onDirty={onDirty}
              quote={open === 'new' ? null : open}
            />
          )}
        </RecordDialog>
      )}
    </section>
  );
}
