import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from './engine/types.ts';

/** So near to the newest message counts as being at it, in pixels. */
const near = 60;

interface LogScroll {
  /** The box that scrolls. */
  log: RefObject<HTMLDivElement | null>;
  /** What scrolls in it. */
  inner: RefObject<HTMLDivElement | null>;
  /** Whether the newest message is in sight. */
  atEnd: boolean;
  /** One came that is not in sight. */
  hasNew: boolean;
  /** Key of the other person's latest message. It may be above own messages that still wait to be sent. */
  newestReceived: string | undefined;
  onScroll: () => void;
  toEnd: () => void;
}

/**
 * Where a log of messages stands. The box is a reversed column, whose origin is its end: the browser
 * itself keeps it at the newest message, and older ones that come on top move nothing.
 */
export function useLogScroll(messages: readonly ChatMessage[], otherId: number): LogScroll {
  const log = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);
  const last = messages.at(-1);
  const shown = useRef(last?.key);
  const newestReceived = messages.findLast(({ senderId }) => senderId === otherId)?.key;
  const shownReceived = useRef(newestReceived);

  const onScroll = useCallback(() => {
    const isAtEnd = Math.abs(log.current?.scrollTop ?? 0) < near;
    setAtEnd(isAtEnd);
    if (isAtEnd) setHasNew(false);
  }, []);

  const toEnd = useCallback(() => {
    log.current?.scrollTo({ top: 0 });
    onScroll();
  }, [onScroll]);

  useLayoutEffect(() => {
    const box = log.current;
    const content = inner.current;
    if (!box || !content) return;
    const isScrolledUp = Math.abs(box.scrollTop) >= near;
    if (shownReceived.current !== undefined && shownReceived.current !== newestReceived) {
      setHasNew(isScrolledUp);
    }
    shownReceived.current = newestReceived;
    const key = shown.current;
    shown.current = last?.key;
    if (last !== undefined && key !== undefined && key !== last.key) {
      if (last.id === null) toEnd();
      // What came below moves what is being read: it is moved back.
      else if (isScrolledUp) box.scrollTop -= cameBelow(content, key, last.key);
    }
  }, [last, newestReceived, toEnd]);

  return { log, inner, atEnd, hasNew, newestReceived, onScroll, toEnd };
}

/** Pixels that came below a message; 0 where it is gone. */
function cameBelow(content: HTMLElement, key: string, newestKey: string): number {
  const [before, newest] = [key, newestKey].map((each) =>
    content.querySelector(`[data-key="${CSS.escape(each)}"]`)?.getBoundingClientRect(),
  );
  return before && newest ? newest.bottom - before.bottom : 0;
}
