import { useEffect, useState } from 'react';

/** So long nothing more is typed, in milliseconds. */
const pause = 250;

/** A typed text once the typing has paused; the first one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
