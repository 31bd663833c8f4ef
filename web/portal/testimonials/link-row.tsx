import { testimonials as text } from '#contract/messages/testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { usDay } from '../frame/us-dates.ts';
import { useDropTestimonial } from './testimonials.data.ts';
import type { Outcome } from './testimonials-dialog.tsx';

interface LinkRowProps {
  testimonial: Testimonial;
  now: number;
  onOutcome: (outcome: Outcome) => void;
}

/** A link that nobody has written with yet: to whom, since when, until when. */
export function LinkRow({ testimonial, now, onOutcome }: LinkRowProps) {
  const confirm = useConfirm();
  const drop = useDropTestimonial();
  const { id, email, reference, invited_at, expires_at } = testimonial;
  const over = Date.parse(expires_at) <= now;

  async function takeBack() {
    const question = { title: text.confirmTakeLinkBack, confirmLabel: 'Take link back' };
    if (!(await confirm({ ...question, description: email, danger: true }))) return;
    try {
      onOutcome({ text: (await drop.mutateAsync(id)).message, tone: 'success' });
    } catch (error) {
      onOutcome({ text: reasonOf(error, text.saveFailed), tone: 'error' });
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <p className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{email}</span>
        <span className="block text-sm text-steel">
          Inquiry {reference}. Mailed {usDay(invited_at)}, {over ? 'ran out' : 'runs out'}{' '}
          {usDay(expires_at)}.
        </span>
      </p>
      <Button busy={drop.isPending} onClick={() => void takeBack()} size="sm" variant="secondary">
        Take link back<span className="sr-only"> from {email}</span>
      </Button>
    </li>
  );
}
