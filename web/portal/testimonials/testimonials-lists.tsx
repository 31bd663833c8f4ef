import { type ReactNode, useId } from 'react';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkRow } from './link-row.tsx';
import { TestimonialCard } from './testimonial-card.tsx';
import type { Outcome } from './testimonials-dialog.tsx';

interface TestimonialsListsProps {
  list: readonly Testimonial[];
  /** When the list was read, in milliseconds: links that had run out by then say so. */
  now: number;
  onDirty: (dirty: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** All of them by what became of them; what waits comes first, the longest waiting on top. */
export function TestimonialsLists({ list, now, onDirty, onOutcome }: TestimonialsListsProps) {
  if (list.length === 0) {
    return (
      <EmptyState title={text.none}>
        Open a won inquiry under Inquiries and ask its sender for one.
      </EmptyState>
    );
  }
  const of = (status: Testimonial['status']) => list.filter((one) => one.status === status);
  const cards = (some: readonly Testimonial[]) =>
    some.map((one) => (
      <TestimonialCard key={one.id} onDirty={onDirty} onOutcome={onOutcome} testimonial={one} />
    ));
  return (
    <>
      <Part empty={text.noneWaiting} title="Waiting">
        {cards(of('waiting').toReversed())}
      </Part>
      <Part title="On the home page">{cards(of('approved'))}</Part>
      <Part title="Declined">{cards(of('declined'))}</Part>
      <Part title="Links that are out">
        {of('invited').map((one) => (
          <LinkRow key={one.id} now={now} onOutcome={onOutcome} testimonial={one} />
        ))}
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  /** What is said when there is nothing in it; without it the part is left out. */
  empty?: string;
  children: readonly ReactNode[];
}

function Part({ title, empty, children }: PartProps) {
  const id = useId();
  if (children.length === 0 && empty === undefined) return null;
  return (
    <section aria-labelledby={id}>
      <h3 className="border-b-2 border-ink pb-1 font-display text-lg font-bold" id={id}>
        {title}
        {children.length > 0 && (
          <span className="ml-2 font-normal text-steel tabular-nums">{children.length}</span>
        )}
      </h3>
      {children.length === 0 ? (
        <p className="py-4 text-steel">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
