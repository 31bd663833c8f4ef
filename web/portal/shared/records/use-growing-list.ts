import { type RefCallback, startTransition, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigationType } from 'react-router';

const step = 48;
/** Rows of the first frame: they fill a screen, and a slow phone renders them in half the time. */
const firstRows = 16;

/** The number of rows to render; it grows when the element with the ref `end` comes near the viewport. */
export function useGrowingList(resetKey: string): {
  count: number;
  showMore: () => void;
  end: RefCallback<HTMLDivElement>;
} {
  // On the way back the router restores the scroll position, which needs the rows above it.
  const isReturn = useNavigationType() === 'POP';
  const [{ count, key }, setShown] = useState({
    count: isReturn ? step : firstRows,
    key: resetKey,
  });
  // State instead of a ref, because the element mounts later than this hook.
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const current = key === resetKey ? count : step;

  const showMore = useCallback(() => {
    setShown((shown) => ({
      key: resetKey,
      count: (shown.key === resetKey ? shown.count : step) + step,
    }));
  }, [resetKey]);

  const isFirst = count < step;
  useEffect(() => {
    if (!isFirst) return;
    const frame = requestAnimationFrame(() => {
      startTransition(() =>
        setShown((shown) => ({ ...shown, count: Math.max(step, shown.count) })),
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [isFirst]);

  // Paper doesn't scroll: it gets every row.
  useEffect(() => {
    const showAll = () =>
      flushSync(() => setShown({ key: resetKey, count: Number.MAX_SAFE_INTEGER }));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, [resetKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again after each growth, else an end that stays visible is reported only once
  useEffect(() => {
    if (!end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page gets several entries in one call.
        if (entries.at(-1)?.isIntersecting) showMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [showMore, current, end]);

  return { count: current, showMore, end: setEnd };
}
