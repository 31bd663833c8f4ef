import { useState } from 'react';
import { failureReference } from '#web/lib/api/failed-request.ts';

/** Lets the user name a call that has just failed unexpectedly. */
export function FailureReference() {
  const [reference] = useState(failureReference);
  const [isCopied, setCopied] = useState(false);
  if (reference === '') return null;
  return (
    <button
      aria-label={`${isCopied ? 'Copied reference' : 'Copy reference'} ${reference}`}
      // CSS draws the label, so that the alert reads its message alone.
      className="min-h-11 text-sm font-normal underline after:content-[attr(aria-label)]"
      onClick={() => void navigator.clipboard?.writeText(reference).then(() => setCopied(true))}
      type="button"
    />
  );
}
