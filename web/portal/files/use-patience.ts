import { useEffect, useState } from 'react';

/** How long a link may take before another try is offered, in milliseconds (DECISIONS 31). */
const patience = 10_000;

/** Whether that attempt has been waited for long enough. */
export function usePatience(attempt: number): boolean {
  const [late, setLate] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the wait anew
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [attempt]);

  return late;
}
