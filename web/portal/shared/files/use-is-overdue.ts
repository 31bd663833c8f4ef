import { useEffect, useState } from 'react';

/** How long a link may take before another try is offered, in milliseconds. */
const delayMs = 10_000;

/** Whether that attempt has been waited for long enough. */
export function useIsOverdue(attempt: number): boolean {
  const [late, setLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the wait anew
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, [attempt]);

  return late;
}
