import { useEffect, useRef, useState } from 'react';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { useTestimonials } from './testimonials.data.ts';
import { TestimonialsLists } from './testimonials-lists.tsx';

/** What a deed came to, said in the window, which covers everything else. */
export interface Outcome {
  text: string;
  tone: 'success' | 'error';
}

/** The approval of testimonials: what waits first, then what is shown, what is not, and the links that are out. */
export function TestimonialsDialog({ onClose }: { onClose: () => void }) {
  const confirm = useConfirm();
  const testimonials = useTestimonials();
  const dirty = useRef(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function leave() {
    const question = {
      title: text.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) onClose();
  }

  return (
    <Dialog
      description="Nothing is on the home page before it is approved here."
      onOpenChange={(open) => !open && void leave()}
      open
      size="lg"
      title={text.title}
    >
      <div className="grid gap-8 pb-4">
        {outcome && <OutcomeNotice onClose={() => setOutcome(null)} outcome={outcome} />}
        {testimonials.isPending && <Skeleton label="Loading testimonials…" lines={6} />}
        {testimonials.isError && (
          <FailedList
            busy={testimonials.isFetching}
            error={testimonials.error}
            fallback={text.fetchFailed}
            onRetry={() => void testimonials.refetch()}
          />
        )}
        {testimonials.data && (
          <TestimonialsLists
            list={testimonials.data}
            now={testimonials.dataUpdatedAt}
            onDirty={(now) => {
              dirty.current = now;
            }}
            onOutcome={setOutcome}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Takes the focus: the button that was pressed has gone with its entry. */
function OutcomeNotice({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each outcome anew
  useEffect(() => box.current?.focus(), [outcome]);
  return (
    <div className="sticky top-0 z-10 outline-none" ref={box} tabIndex={-1}>
      <Notice onClose={onClose} tone={outcome.tone}>
        {outcome.text}
      </Notice>
    </div>
  );
}
