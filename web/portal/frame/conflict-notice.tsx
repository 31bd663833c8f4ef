import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

interface ConflictNoticeProps {
  /** The server's sentence. */
  message: string;
  differences: readonly Difference[];
  onTheirs: () => void;
  onMine: () => void;
}

/** Two people changed the same record: both versions side by side, and the person decides. */
export function ConflictNotice({ message, differences, onTheirs, onMine }: ConflictNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="grid gap-3 bg-danger-wash pb-4" ref={box} tabIndex={-1}>
      <Notice tone="error">{message}</Notice>
      <dl className="grid gap-3 px-4 text-sm">
        {differences.map(({ label, theirs, mine }) => (
          <div key={label}>
            <dt className="font-display font-semibold">{label}</dt>
            <dd className="grid gap-2 sm:grid-cols-2">
              <Version text={theirs} title="Saved now" />
              <Version text={mine} title="Yours" />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3 px-4">
        <Button onClick={onMine} size="sm" variant="secondary">
          Save mine over it
        </Button>
        <Button onClick={onTheirs} size="sm" variant="quiet">
          Take what is saved now
        </Button>
      </div>
    </div>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="max-h-40 overflow-y-auto bg-sheet p-2 whitespace-pre-line">
      <span className="legend block text-steel">{title}</span>
      {text || '(empty)'}
    </div>
  );
}
