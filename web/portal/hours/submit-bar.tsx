import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface SubmitBarProps {
  /** How many people have pending edits. */
  count: number;
  reason: string;
  onReason: (reason: string) => void;
  onDiscard: () => void;
  progress: { done: number; all: number } | null;
}

/** What is pending, why, and the button; in sight however long the table is. */
export function SubmitBar({ count, reason, onReason, onDiscard, progress }: SubmitBarProps) {
  const pending = count > 0;
  return (
    <div
      className={`flex flex-wrap items-end gap-x-5 gap-y-3 bg-paper py-3 print:hidden ${pending ? 'sticky bottom-0 z-20 border-t-2 border-ink' : ''}`}
    >
      <p
        className="min-w-0 basis-full text-sm text-steel sm:basis-auto sm:self-center"
        role="status"
      >
        {progress
          ? `Saving ${progress.done} of ${progress.all}…`
          : pending
            ? `Not submitted yet: ${count} ${count === 1 ? 'person' : 'people'}.`
            : 'Nothing is changed yet.'}
      </p>
      {pending && (
        <Field className="min-w-0 flex-1 basis-56" label="Reason (optional)" name="reason">
          <Input
            autoComplete="off"
            maxLength={500}
            onChange={(event) => onReason(event.target.value)}
            value={reason}
          />
        </Field>
      )}
      <span className="ml-auto flex flex-wrap gap-3">
        {pending && !progress && (
          <Button onClick={onDiscard} variant="quiet">
            Discard
          </Button>
        )}
        <Button busy={progress !== null} disabled={!pending} type="submit">
          Submit Changes
        </Button>
      </span>
    </div>
  );
}
