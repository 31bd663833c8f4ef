import { useEffect, useRef, useState } from 'react';

/** Whether a thing is or was near the screen: links are signed for what may be looked at. `always`: nobody waits for that. */
export function useNear(always = false) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(always);
  useEffect(() => {
    if (!box.current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { box, isNear };
}
