import { testimonialOffice as messages } from '#contract/messages/testimonial-office.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { useOnce } from '../shared/records/use-send-once.ts';
import {
  useDeleteTestimonial,
  useUpdateTestimonial,
} from '../shared/testimonials/testimonials.data.ts';
import { usDay, usDayAndTime } from '../shared/us-dates.ts';

/** The result of an action, shown in the dialog because the dialog covers toasts. */
export interface Outcome {
  text: string;
  tone: 'success' | 'error';
}

interface TestimonialCardProps {
  testimonial: Testimonial;
  /** Null while one is being edited. */
  onEdit: (() => void) | null;
  onOutcome: (outcome: Outcome) => void;
}

export function TestimonialCard({ testimonial, onEdit, onOutcome }: TestimonialCardProps) {
  const { client, role, company, city, state } = testimonial;
  return (
    <div className="grid gap-3">
      <blockquote className="measure text-lg wrap-anywhere whitespace-pre-line">
        “{testimonial.quote.trim()}”
      </blockquote>
      <p className="border-l-4 border-lane pl-4 wrap-anywhere">
        <span className="block font-display font-bold">{client}</span>
        <span className="block text-steel">
          {role}, {company}, {city}, {state}
        </span>
      </p>
      <p className="text-sm text-steel">
        {testimonial.written_at && `Written ${usDayAndTime(testimonial.written_at)}. `}
        Inquiry <span className="whitespace-nowrap">{testimonial.reference}</span>,{' '}
        {testimonial.email}.
        {testimonial.status !== 'waiting' && testimonial.decided_at && (
          <>
            {' '}
            {testimonial.status === 'approved' ? 'Approved' : 'Declined'}{' '}
            {usDay(testimonial.decided_at)} by {testimonial.decided_by}.
          </>
        )}
      </p>
      <Actions onEdit={onEdit} onOutcome={onOutcome} testimonial={testimonial} />
    </div>
  );
}

function Actions({ testimonial, onEdit, onOutcome }: TestimonialCardProps) {
  const once = useOnce();
  const confirm = useConfirm();
  const update = useUpdateTestimonial();
  const remove = useDeleteTestimonial();
  const { id, status, version, client } = testimonial;
  const busy = update.isPending || remove.isPending;

  const run = (action: () => Promise<{ message: string }>) =>
    once(async () => {
      try {
        onOutcome({ text: (await action()).message, tone: 'success' });
      } catch (error) {
        onOutcome({ text: errorMessage(error, messages.saveFailed), tone: 'error' });
      }
    });
  const decide = (next: 'approved' | 'declined') =>
    run(() => update.mutateAsync({ id, body: { status: next, version } }));

  async function confirmRemove() {
    const question = { title: messages.confirmDelete, confirmLabel: 'Delete', danger: true };
    if (await confirm({ ...question, description: `This deletes what ${client} wrote.` })) {
      await run(() => remove.mutateAsync(id));
    }
  }

  const of = <span className="sr-only"> the testimonial of {client}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'approved' && (
        <Button busy={busy} onClick={() => void decide('approved')} size="sm" variant="secondary">
          Approve{of}
        </Button>
      )}
      <Button
        disabled={busy || onEdit === null}
        onClick={() => onEdit?.()}
        size="sm"
        variant="quiet"
      >
        Edit{of}
      </Button>
      {status === 'waiting' && (
        <Button busy={busy} onClick={() => void decide('declined')} size="sm" variant="quiet">
          Decline{of}
        </Button>
      )}
      {status === 'approved' && (
        <Button busy={busy} onClick={() => void decide('declined')} size="sm" variant="secondary">
          Take back{of}
        </Button>
      )}
      {status === 'declined' && (
        <Button busy={busy} onClick={() => void confirmRemove()} size="sm" variant="danger">
          Delete{of}
        </Button>
      )}
    </div>
  );
}

interface LinkRowProps {
  testimonial: Testimonial;
  now: number;
  onOutcome: (outcome: Outcome) => void;
}

/** An unused link, with a button to revoke it. */
export function LinkRow({ testimonial, now, onOutcome }: LinkRowProps) {
  const confirm = useConfirm();
  const remove = useDeleteTestimonial();
  const { id, email, reference, invited_at, expires_at } = testimonial;
  const isExpired = Date.parse(expires_at) <= now;

  async function revoke() {
    const question = { title: messages.confirmRevokeLink, confirmLabel: 'Revoke link' };
    if (!(await confirm({ ...question, description: email, danger: true }))) return;
    try {
      onOutcome({ text: (await remove.mutateAsync(id)).message, tone: 'success' });
    } catch (error) {
      onOutcome({ text: errorMessage(error, messages.saveFailed), tone: 'error' });
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <p className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{email}</span>
        <span className="block text-sm text-steel">
          Inquiry {reference}. Mailed {usDay(invited_at)}, {isExpired ? 'expired' : 'expires'}{' '}
          {usDay(expires_at)}.
        </span>
      </p>
      <Button busy={remove.isPending} onClick={() => void revoke()} size="sm" variant="secondary">
        Revoke link<span className="sr-only"> from {email}</span>
      </Button>
    </li>
  );
}
