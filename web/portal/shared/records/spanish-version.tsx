import { type ReactNode, useState } from 'react';

interface SpanishVersionProps {
  /** Whether it has texts when the form opens. */
  isFilled: boolean;
  /** Unfolds it. */
  hasError: boolean;
  children: ReactNode;
}

/** The folded part of an office form with the Spanish versions of its texts. */
export function SpanishVersion({ isFilled, hasError, children }: SpanishVersionProps) {
  const [isUnfolded, setUnfolded] = useState(isFilled);
  const isOpen = isUnfolded || hasError;
  return (
    <details
      className="col-span-full min-w-0 border border-line"
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
      open={isOpen}
    >
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-display font-bold">
        Spanish version
      </summary>
      {isOpen && (
        <div className="grid gap-4 px-4 pb-4">
          <p className="text-sm text-steel">
            For those who read Spanish. Where you leave a field blank, they see the English.
          </p>
          {children}
        </div>
      )}
    </details>
  );
}
