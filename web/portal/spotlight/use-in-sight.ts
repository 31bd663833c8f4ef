import { useEffect, useRef, useState } from 'react';

/** Milliseconds that a thing stays near the view before it counts: what flies past asks for nothing. */
const rest = 120;

/** Whether a thing is near the view now; unlike what was seen once, it comes and goes. */
export function useInSight() {
  const box = useRef<HTMLDivElement>(null);
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? false;
        clearTimeout(timer);
        timer = setTimeout(() => setInSight(isNear), isNear ? rest : 0);
      },
      { rootMargin: '300px' },
    );
    observer.observe(box.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { box, isInSight };
}
