import { useState } from 'react';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { usDay, usDayAndTime } from '../frame/us-dates.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { TestimonialForm } from './testimonial-form.tsx';
import { useDropTestimonial, useReviseTestimonial } from './testimonials.data.ts';
import type { Outcome } from './testimonials-dialog.tsx';

interface TestimonialCardProps {
  testimonial: Testimonial;
  onDirty: (dirty: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** What a client wrote, in full, with what can be done about it. */
export function TestimonialCard({ testimonial, onDirty, onOutcome }: TestimonialCardProps) {
  const [editing, setEditing] = useState(false);
  const { client, role, company, city, state } = testimonial;
  if (editing) {
    const done = () => {
      onDirty(false);
      setEditing(false);
    };
    return (
      <li className="py-5">
        <TestimonialForm
          onCancel={done}
          onDirty={onDirty}
          onSaved={(message) => {
            done();
            onOutcome({ text: message, tone: 'success' });
          }}
          testimonial={testimonial}
        />
      </li>
    );
  }
  return (
    <li className="grid gap-3 py-5">
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
      <Deeds onEdit={() => setEditing(true)} onOutcome={onOutcome} testimonial={testimonial} />
    </li>
  );
}

interface DeedsProps {
  testimonial: Testimonial;
  onEdit: () => void;
  onOutcome: (outcome: Outcome) => void;
}

function Deeds({ testimonial, onEdit, onOutcome }: DeedsProps) {
  const once = useOnce();
  const confirm = useConfirm();
  const revise = useReviseTestimonial();
  const drop = useDropTestimonial();
  const { id, status, version, client } = testimonial;
  const busy = revise.isPending || drop.isPending;

  const run = (deed: () => Promise<{ message: string }>) =>
    once(async () => {
      try {
        onOutcome({ text: (await deed()).message, tone: 'success' });
      } catch (error) {
        onOutcome({ text: reasonOf(error, text.saveFailed), tone: 'error' });
      }
    });
  const judge = (next: 'approved' | 'declined') =>
    run(() => revise.mutateAsync({ id, body: { status: next, version } }));

  async function remove() {
    const question = { title: text.confirmDelete, confirmLabel: 'Delete', danger: true };
    if (await confirm({ ...question, description: `What ${client} wrote is lost.` })) {
      await run(() => drop.mutateAsync(id));
    }
  }

  const of = <span className="sr-only"> the testimonial of {client}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'approved' && (
        <Button busy={busy} onClick={() => void judge('approved')} size="sm">
          Approve{of}
        </Button>
      )}
      <Button disabled={busy} onClick={onEdit} size="sm" variant="secondary">
        Edit{of}
      </Button>
      {status === 'waiting' && (
        <Button busy={busy} onClick={() => void judge('declined')} size="sm" variant="secondary">
          Decline{of}
        </Button>
      )}
      {status === 'approved' && (
        <Button busy={busy} onClick={() => void judge('declined')} size="sm" variant="secondary">
          Take back{of}
        </Button>
      )}
      {status === 'declined' && (
        <Button busy={busy} onClick={() => void remove()} size="sm" variant="danger">
          Delete{of}
        </Button>
      )}
    </div>
  );
}
