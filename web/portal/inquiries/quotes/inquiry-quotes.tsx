import { useId, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { presignQuote, type Quote, withdrawQuote } from '#contract/quotes.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { RecordDialog } from '../../shared/records/record-dialog.tsx';
import { useConfirmDelete } from '../../shared/records/use-confirm-delete.ts';
import { useOnce } from '../../shared/records/use-send-once.ts';
import { toast } from '../../shared/toast.tsx';
import { usDay } from '../../shared/us-dates.ts';
import { inquiriesQuery } from '../inquiries.data.ts';
import { CustomerLink } from './customer-link.tsx';
import { QuoteForm } from './quote-form.tsx';
import { useSendQuote } from './quotes.data.ts';

const tones = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'success',
  declined: 'danger',
  expired: 'lane',
  withdrawn: 'neutral',
} as const satisfies Record<Quote['status'], string>;

const nameOf = (status: Quote['status']) => status.charAt(0).toUpperCase() + status.slice(1);

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
              hasAccepted={hasAccepted}
              key={quote.quote_id}
              onEdit={() => setOpen(quote)}
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

interface QuoteRowProps {
  quote: Quote;
  /** Another quote can't be sent then. */
  hasAccepted: boolean;
  onEdit: () => void;
}

function dateText({ status, sent_at, answered_at, answered_by, valid_until }: Quote): string {
  if (answered_at) return `${answered_by}, ${usDay(answered_at)}`;
  const until = `valid until ${usCalendarDay(valid_until)}`;
  return sent_at && status !== 'draft' ? `sent ${usDay(sent_at)}, ${until}` : until;
}

function QuoteRow({ quote, hasAccepted, onEdit }: QuoteRowProps) {
  const { quote_id, number, status, total } = quote;
  const once = useOnce();
  const send = useSendQuote();
  const withdraw = useConfirmDelete<Quote>({
    text: {
      confirmDelete: messages.confirmWithdraw,
      deleted: messages.withdrawn,
      deleteFailed: messages.withdrawFailed,
    },
    idOf: (one) => one.quote_id,
    describe: (one) => `${one.number}, ${dollars(one.total)}`,
    confirmLabel: 'Withdraw',
    remove: (quoteId) => call(withdrawQuote, { params: { id: quoteId } }),
    queryKey: inquiriesQuery.queryKey,
  });
  const attempt = (work: () => Promise<void>, failed: string) =>
    once(async () => {
      toast.dismissAll();
      try {
        await work();
      } catch (error) {
        toast.show(errorMessage(error, failed), 'error');
      }
    });
  const sendToCustomer = async () => toast.show((await send.mutateAsync(quote_id)).message);
  const openPdf = async () => {
    download((await call(presignQuote, { params: { id: quote_id } })).url);
  };
  const canSend = !hasAccepted && (status === 'draft' || status === 'sent');
  const canWithdraw = status === 'draft' || status === 'sent' || status === 'expired';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold tabular-nums">{number}</span>
          <Badge tone={tones[status]}>{nameOf(status)}</Badge>
        </span>
        <span className="block text-sm text-steel wrap-anywhere">{dateText(quote)}</span>
      </span>
      <span className="font-display text-lg font-bold tabular-nums">{dollars(total)}</span>
      <span className="flex flex-wrap gap-2">
        {status === 'draft' && (
          <Button aria-label={`Edit ${number}`} onClick={onEdit} size="sm" variant="secondary">
            Edit
          </Button>
        )}
        {canSend && (
          <Button
            aria-label={`${status === 'draft' ? 'Send' : 'Send again'} ${number}`}
            busy={send.isPending}
            onClick={() => void attempt(sendToCustomer, messages.sendFailed)}
            size="sm"
            variant={status === 'draft' ? 'primary' : 'secondary'}
          >
            {status === 'draft' ? 'Send' : 'Send again'}
          </Button>
        )}
        <Button
          aria-label={`PDF of ${number}`}
          onClick={() => void attempt(openPdf, messages.pdfFailed)}
          size="sm"
          variant="quiet"
        >
          PDF
        </Button>
        {canWithdraw && (
          <Button
            aria-label={`Withdraw ${number}`}
            busy={withdraw.busyId === quote_id}
            onClick={() => void withdraw.ask(quote)}
            size="sm"
            variant="quiet"
          >
            Withdraw
          </Button>
        )}
      </span>
    </li>
  );
}
