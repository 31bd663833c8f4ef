import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

interface LinkedItemProps {
  /** The URL parameter that names a row of this list. */
  param: string;
  id: number | string;
  className?: string;
  children: ReactNode;
}

/** A row of a list. The one that a notification links to gets the focus, which scrolls to it, and a frame. */
export function LinkedItem({ param, id, className = '', children }: LinkedItemProps) {
  const isLinked = useSearchParams()[0].get(param) === String(id);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) item.current?.focus();
  }, [isLinked]);
  return (
    <li
      className={`${className} ${isLinked ? 'scroll-mt-24 outline-2 outline-offset-4 outline-signal' : ''}`}
      ref={item}
      tabIndex={isLinked ? -1 : undefined}
    >
      {children}
    </li>
  );
}
