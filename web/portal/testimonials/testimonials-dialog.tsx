import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { Alert } from '#web/ui/alert.tsx';
import { RecordDialog } from '../shared/record-dialog.tsx';
import { RecordList } from '../shared/record-list.tsx';
import { useTestimonials } from '../shared/testimonials/testimonials.data.ts';
import { LinkRow, type Outcome, TestimonialCard } from './testimonial-card.tsx';

/** Testimonials to approve, then published and declined ones, then open links. */
export default function TestimonialsDialog({ onClose }: { onClose: () => void }) {
  const testimonials = useTestimonials();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <RecordDialog
      description="Testimonials appear on the home page after you approve them."
      discardQuestion={messages.confirmDiscard}
      draft="testimonial"
      onClose={onClose}
      size="lg"
      title={messages.title}
    >
      {(onDirty) => (
        <div className="grid gap-8 pb-4">
          {outcome && <OutcomeNotice onClose={() => setOutcome(null)} outcome={outcome} />}
          <RecordList
            emptyHint="To get one, open a won inquiry and ask its sender."
            lines={6}
            messages={{ ...messages, loading: 'Loading testimonials…' }}
            query={testimonials}
          >
            {(list) => (
              <TestimonialsLists
                list={list}
                now={testimonials.dataUpdatedAt}
                onDirty={onDirty}
                onOutcome={setOutcome}
              />
            )}
          </RecordList>
        </div>
      )}
    </RecordDialog>
  );
}

/** Takes the focus, because the pressed button was removed with its entry. */
function OutcomeNotice({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each outcome anew
  useEffect(() => box.current?.focus(), [outcome]);
  return (
    <div className="sticky top-0 z-10 outline-none" ref={box} tabIndex={-1}>
      <Alert onClose={onClose} tone={outcome.tone}>
        {outcome.text}
      </Alert>
    </div>
  );
}

interface TestimonialsListsProps {
  list: readonly Testimonial[];
  /** The time the list was loaded, in milliseconds, to tell expired links. */
  now: number;
  onDirty: (dirty: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** Grouped by status; those to approve come first, oldest on top. */
function TestimonialsLists({ list, now, onDirty, onOutcome }: TestimonialsListsProps) {
  const of = (status: Testimonial['status']) => list.filter((one) => one.status === status);
  const cards = (some: readonly Testimonial[]) =>
    some.map((one) => (
      <TestimonialCard key={one.id} onDirty={onDirty} onOutcome={onOutcome} testimonial={one} />
    ));
  return (
    <>
      <Part empty={messages.noneWaiting} title="Waiting">
        {cards(of('waiting').toReversed())}
      </Part>
      <Part title="On the home page">{cards(of('approved'))}</Part>
      <Part title="Declined">{cards(of('declined'))}</Part>
      <Part title="Open links">
        {of('invited').map((one) => (
          <LinkRow key={one.id} now={now} onOutcome={onOutcome} testimonial={one} />
        ))}
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  /** Text of an empty section; without it an empty section is omitted. */
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
