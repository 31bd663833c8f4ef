import { useState } from 'react';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { presignQuote, type Quote, withdrawQuote } from '#contract/quotes.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { useConfirmDelete } from '../../shared/records/use-confirm-delete.ts';
import { useOnce } from '../../shared/records/use-send-once.ts';
import { toast } from '../../shared/toast.tsx';
import { usDay } from '../../shared/us-dates.ts';
import { inquiriesQuery } from '../inquiries.data.ts';
import { useCopyQuote, useSendQuote } from './quotes.data.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';

const tones = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'success',
  declined: 'danger',
  expired: 'lane',
  withdrawn: 'neutral',
} as const satisfies Record<Quote['status'], string>;

const nameOf = (status: Quote['status']) => status.charAt(0).toUpperCase() + status.slice(1);

interface QuoteRowProps {
  quote: Quote;
  /** Whether no quote is accepted; of an inquiry that is won or lost the server says why not. */
  canSend: boolean;
  /** All quotes of the inquiry. */
  others: readonly Quote[];
  onEdit: () => void;
}

function dateText({ status, sent_at, answered_at, answered_by, valid_until }: Quote): string {
  if (answered_at) return `${answered_by}, ${usDay(answered_at)}`;
  const until = `valid until ${usCalendarDay(valid_until)}`;
  return sent_at && status !== 'draft' ? `sent ${usDay(sent_at)}, ${until}` : until;
}

/** A quote with what the office can do with it. */
export function QuoteRow({ quote, canSend, others, onEdit }: QuoteRowProps) {
  const { quote_id, number, status, total } = quote;
  const once = useOnce();
  const send = useSendQuote();
  const copy = useCopyQuote();
  const confirm = useConfirm();
  const [isTakingBack, setTakingBack] = useState(false);
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
  const other = others.find((one) => one.quote_id !== quote_id && one.status === 'sent');
  const sendToCustomer = async () => {
    if (status === 'draft' && other) {
      const title = messages.confirmBoth(`${other.number}, ${dollars(other.total)}`);
      if (!(await confirm({ title, confirmLabel: 'Send both' }))) return;
    }
    toast.show((await send.mutateAsync(quote)).message);
  };
  const copyToDraft = async () => toast.show((await copy.mutateAsync(quote_id)).message);
  const openPdf = async () => {
    download((await call(presignQuote, { params: { id: quote_id } })).url);
  };
  const isSendable = canSend && (status === 'draft' || status === 'sent');
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
        {isSendable && (
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
        {status !== 'draft' && (
          <Button
            aria-label={`Copy ${number}`}
            busy={copy.isPending}
            onClick={() => void attempt(copyToDraft, messages.copyFailed)}
            size="sm"
            variant={status === 'expired' || status === 'declined' ? 'secondary' : 'quiet'}
          >
            Copy
          </Button>
        )}
        {status === 'accepted' && (
          <Button
            aria-label={`Take back the acceptance of ${number}`}
            onClick={() => setTakingBack(true)}
            size="sm"
            variant="quiet"
          >
            Take back
          </Button>
        )}
        {isTakingBack && <TakeBackDialog onClose={() => setTakingBack(false)} quote={quote} />}
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
