import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onSeen` once the element with the ref is on the screen; with another `key`, again. Null: for nothing. */
export function useOnScreen<E extends Element>(key: number | null, onSeen: () => void) {
  const element = useRef<E>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (key === null || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      seen();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [key]);
  return element;
}
