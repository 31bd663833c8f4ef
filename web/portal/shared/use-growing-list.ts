import { type RefCallback, useCallback, useEffect, useState } from 'react';

const step = 48;

/** The number of rows to render; it grows when the element with the ref `end` comes near the viewport. */
export function useGrowingList(resetKey: string): {
  count: number;
  showMore: () => void;
  end: RefCallback<HTMLDivElement>;
} {
  const [{ count, key }, setShown] = useState({ count: step, key: resetKey });
  // State instead of a ref, because the element mounts later than this hook.
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const current = key === resetKey ? count : step;

  const showMore = useCallback(() => {
    setShown((shown) => ({
      key: resetKey,
      count: (shown.key === resetKey ? shown.count : step) + step,
    }));
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
