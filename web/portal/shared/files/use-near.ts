import { useEffect, useRef, useState } from 'react';

/** Whether an element is or was near the viewport. `always` skips the check. */
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
