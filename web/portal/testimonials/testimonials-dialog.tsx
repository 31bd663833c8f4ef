import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { testimonialOffice as messages } from '#contract/messages/testimonial-office.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/drafts/form-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useTestimonials } from '../shared/testimonials/testimonials.data.ts';
import { LinkRow, type Outcome, TestimonialCard } from './testimonial-card.tsx';
import { TestimonialForm } from './testimonial-form.tsx';

/** Testimonials to approve, then published and declined ones, then open links. */
export default function TestimonialsDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      description="Testimonials appear on the home page after you approve them."
      discardQuestion={messages.confirmDiscard}
      draft="testimonial"
      onClose={onClose}
      size="lg"
      title={messages.title}
    >
      {(onDirty) => <Testimonials onDirty={onDirty} />}
    </RecordDialog>
  );
}

function Testimonials({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const testimonials = useTestimonials();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [editedId, setEditedId] = useState(
    () => readFormDraft<Testimonial, object>('testimonial')?.target?.id ?? null,
  );
  const stopEditing = (next: Outcome | null) => {
    deleteFormDraft('testimonial');
    onDirty(false);
    setEditedId(null);
    setOutcome(next);
  };
  const onGone = useEffectEvent(() => stopEditing({ text: messages.gone, tone: 'error' }));
  const isGone = editedId !== null && testimonials.data?.every(({ id }) => id !== editedId);
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  const cards = (list: readonly Testimonial[]) =>
    list.map((testimonial) => (
      <li className="py-5" key={testimonial.id}>
        {testimonial.id === editedId ? (
          <TestimonialForm
            onCancel={() => stopEditing(null)}
            onDirty={onDirty}
            onSaved={(message) => stopEditing({ text: message, tone: 'success' })}
            testimonial={testimonial}
          />
        ) : (
          <TestimonialCard
            onEdit={editedId === null ? () => setEditedId(testimonial.id) : null}
            onOutcome={setOutcome}
            testimonial={testimonial}
          />
        )}
      </li>
    ));
  return (
    <div className="grid gap-8 pb-4">
      {outcome && <OutcomeAlert onClose={() => setOutcome(null)} outcome={outcome} />}
      <RecordList
        emptyHint="To get one, open a won inquiry and ask its sender."
        lines={6}
        messages={{ ...messages, loading: 'Loading testimonials…' }}
        query={testimonials}
      >
        {(list) => {
          const of = (status: Testimonial['status']) => list.filter((one) => one.status === status);
          return (
            <>
              <div className="justify-self-start">
                <ExportMenu list="testimonials" />
              </div>
              {/* Oldest first. */}
              <Part empty={messages.noneWaiting} title="Waiting">
                {cards(of('waiting').toReversed())}
              </Part>
              <Part title="On the home page">{cards(of('approved'))}</Part>
              <Part title="Declined">{cards(of('declined'))}</Part>
              <Part title="Open links">
                {of('invited').map((one) => (
                  <LinkRow
                    key={one.id}
                    now={testimonials.dataUpdatedAt}
                    onOutcome={setOutcome}
                    testimonial={one}
                  />
                ))}
              </Part>
            </>
          );
        }}
      </RecordList>
    </div>
  );
}

/** Takes the focus, because the pressed button was removed with its entry. */
function OutcomeAlert({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each outcome anew
  useEffect(() => box.current?.focus(), [outcome]);
  return (
    <div className="[@media(height>=40rem)]:sticky top-0 z-10 outline-none" ref={box} tabIndex={-1}>
      <Alert onClose={onClose} tone={outcome.tone}>
        {outcome.text}
      </Alert>
    </div>
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
          <span className="ml-2 font-sans font-normal text-steel tabular-nums">
            {children.length}
          </span>
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
