import { type RefObject, useEffect, useRef } from 'react';
import type { Thread } from './engine/types.ts';

/** So many long pages are looked through for a message that was searched for. */
const pages = 20;

/** Brings a message into the middle of the log, by loading what is older, ten thousand messages at most; answers its id once it is there. */
export function useMessageToShow(
  id: number | null,
  {
    messages,
    state,
    hasOlder,
    loadingOlder,
  }: Pick<Thread, 'messages' | 'state' | 'hasOlder' | 'loadingOlder'>,
  log: RefObject<HTMLDivElement | null>,
  lookBack: () => void,
): number | null {
  const done = useRef<number | null>(null);
  const left = useRef(pages);
  const isThere = id !== null && messages.some((message) => message.id === id);

  useEffect(() => {
    if (id === null || done.current === id || state !== 'ready') return;
    if (isThere) {
      done.current = id;
      left.current = pages;
      const item = log.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
      item?.scrollIntoView({ block: 'center' });
      item?.focus({ preventScroll: true });
      return;
    }
    // Ids grow with time: one that is newer than the oldest here is not in this conversation.
    const oldest = messages.find((message) => message.id !== null)?.id ?? 0;
    if (loadingOlder || !hasOlder || left.current === 0 || id > oldest) return;
    left.current -= 1;
    lookBack();
  }, [id, isThere, messages, state, hasOlder, loadingOlder, log, lookBack]);

  return isThere ? id : null;
}
