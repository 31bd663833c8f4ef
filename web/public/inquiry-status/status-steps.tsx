import type { StatusStep } from '#contract/inquiry-status.ts';

/** What each step is called, and what it means for the customer. */
export const stepTexts: Record<StatusStep, { label: string; title: string; next: string }> = {
  received: {
    label: 'Received',
    title: 'We have your request',
    next: 'A dispatcher will reply with a price within one business day.',
  },
  in_progress: {
    label: 'In progress',
    title: "We're working on your price",
    next: 'You get an email as soon as the quote is ready.',
  },
  quoted: {
    label: 'Quoted',
    title: 'Your quote is ready',
    next: 'Accept it, decline it, or ask us a question below.',
  },
  accepted: {
    label: 'Accepted',
    title: 'The quote is accepted',
    next: 'We call you to plan the pickup.',
  },
  scheduled: {
    label: 'Scheduled',
    title: 'Your pickup is planned',
    next: 'Have the vehicles and keys ready at the pickup location.',
  },
  closed: {
    label: 'Closed',
    title: 'This request is closed',
    next: 'Ask again if you still need the transport.',
  },
};

const open = ['received', 'in_progress', 'quoted', 'accepted', 'scheduled'] as const;
const closed = ['received', 'in_progress', 'closed'] as const;

/** Where the load stands, in one glance. */
export function StatusSteps({ status }: { status: StatusStep }) {
  const steps: readonly StatusStep[] = status === 'closed' ? closed : open;
  const current = steps.indexOf(status);
  return (
    <ol aria-label="Steps" className="mt-8 flex gap-1.5">
      {steps.map((step, place) => (
        <li
          aria-current={place === current ? 'step' : undefined}
          className={`flex-1 border-t-8 py-2 font-display text-xs ${place <= current ? 'border-signal' : 'border-line text-steel'} ${place === current ? 'font-bold' : ''}`}
          key={step}
        >
          {stepTexts[step].label}
          {place < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
