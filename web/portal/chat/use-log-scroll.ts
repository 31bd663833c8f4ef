import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage, Thread } from './engine/thread.ts';

/** Distance from the end that still counts as the end, in pixels. */
const endTolerance = 60;
/** Maximum number of long pages loaded to find a message. */
const maxLongPages = 20;

interface LogScroll {
  /** The scrolling element. */
  log: RefObject<HTMLDivElement | null>;
  /** Its content. */
  inner: RefObject<HTMLDivElement | null>;
  /** Whether the newest message is visible. */
  atEnd: boolean;
  /** Whether a received message is not visible yet. */
  hasNew: boolean;
  /** Key of the latest received message; unsent own ones may be below it. */
  newestReceived: string | undefined;
  onScroll: () => void;
  toEnd: () => void;
}

/**
 * The scroll position of a log. The log is a reversed column, whose origin is its end: the browser
 * itself keeps it at the newest message, and older messages added on top move nothing.
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
    const isAtEnd = Math.abs(log.current?.scrollTop ?? 0) < endTolerance;
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
    const isScrolledUp = Math.abs(box.scrollTop) >= endTolerance;
    if (shownReceived.current !== undefined && shownReceived.current !== newestReceived) {
      setHasNew(isScrolledUp);
    }
    shownReceived.current = newestReceived;
    const key = shown.current;
    shown.current = last?.key;
    if (last !== undefined && key !== undefined && key !== last.key) {
      if (last.id === null) toEnd();
      // Messages added below would move those being read.
      else if (isScrolledUp) box.scrollTop -= heightAddedBelow(content, key, last.key);
    }
  }, [last, newestReceived, toEnd]);

  return { log, inner, atEnd, hasNew, newestReceived, onScroll, toEnd };
}

/** Pixels added below a message; 0 if it is gone. */
function heightAddedBelow(content: HTMLElement, key: string, newestKey: string): number {
  const [before, newest] = [key, newestKey].map((each) =>
    content.querySelector(`[data-key="${CSS.escape(each)}"]`)?.getBoundingClientRect(),
  );
  return before && newest ? newest.bottom - before.bottom : 0;
}

/** Scrolls to a message, for which it loads up to ten thousand older ones. Returns its id once it is there. */
export function useMessageToShow(
  id: number | null,
  { messages, state, hasOlder, loadingOlder }: Thread,
  log: RefObject<HTMLDivElement | null>,
  loadManyOlder: () => void,
): number | null {
  const done = useRef<number | null>(null);
  const left = useRef(maxLongPages);
  const isThere = id !== null && messages.some((message) => message.id === id);

  useEffect(() => {
    if (id === null || done.current === id || state !== 'ready') return;
    if (isThere) {
      done.current = id;
      left.current = maxLongPages;
      const item = log.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
      item?.scrollIntoView({ block: 'center' });
      item?.focus({ preventScroll: true });
      return;
    }
    // Ids ascend: one above the oldest loaded id isn't in this conversation.
    const oldest = messages.find((message) => message.id !== null)?.id ?? 0;
    if (loadingOlder || !hasOlder || left.current === 0 || id > oldest) return;
    left.current -= 1;
    loadManyOlder();
  }, [id, isThere, messages, state, hasOlder, loadingOlder, log, loadManyOlder]);

  return isThere ? id : null;
}
