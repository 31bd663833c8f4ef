import { useEffect, useRef } from 'react';
import { rooms as roomsMessages } from '#contract/messages/rooms.ts';
import { hoursWords as messages } from '#contract/messages/users.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { Outcome } from './use-submit-hours.ts';

interface HoursOutcomeProps {
  outcome: Outcome;
  nameOf: (id: number) => string;
}

const most = 8;

/** What a submit has not saved, by name and with the reason. */
export function HoursOutcome({ outcome, nameOf }: HoursOutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  const { saved, all, notSaved } = outcome;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is brought into sight anew
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not return.
    void box.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    <div className="scroll-mb-40" ref={box}>
      <Alert tone="error">
        {messages.submitFailed}
        <span className="mt-1 block text-sm font-normal">
          {saved > 0 && `${roomsMessages.hoursPartly(saved, all)} `}
          {roomsMessages.hoursNotSaved}
        </span>
        <ul className="mt-1 grid gap-1 text-sm font-normal">
          {notSaved.slice(0, most).map(({ id, reason }) => (
            <li key={id}>
              <strong>{nameOf(id)}</strong>: {reason}
            </li>
          ))}
          {notSaved.length > most && <li>And {notSaved.length - most} more.</li>}
        </ul>
      </Alert>
    </div>
  );
}
