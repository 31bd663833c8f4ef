import {
  type UseQueryResult,
  useIsFetching,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Conversation } from '#contract/chat.ts';
import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts/drafts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { isMessage } from '../../shared/offline/entries.ts';
import { useOutbox } from '../../shared/offline/outbox-of.ts';
import { conversationsQuery } from '../chat.data.ts';
import { type ChatEngine, engineOf } from './engine.ts';
import { olderKey } from './history.ts';
import { showThread, stateOf } from './thread.ts';

/** The thread with that person, live while it is on the screen. The actions never change. */
export function useThread(userId: number) {
  const engine = useEngine();
  const ownId = useSession().userId ?? 0;
  const history = useQuery(engine.histories.options(userId));
  const loadingOlder = useIsFetching({ queryKey: olderKey(userId) }) > 0;
  useEffect(() => () => engine.close(userId), [engine, userId]);
  const { entries } = useOutbox();
  const { rows, next = null } = history.data ?? {};
  const state = stateOf(history);
  const messages = useMemo(() => {
    const unsent = entries.filter(isMessage).filter(({ receiverId }) => receiverId === userId);
    return showThread(rows ?? [], unsent, ownId);
  }, [rows, entries, userId, ownId]);
  const thread = useMemo(
    () => ({ messages, state, hasOlder: next !== null, loadingOlder }),
    [messages, state, next, loadingOlder],
  );
  const actions = useMemo(
    () => ({
      loadOlder: () => engine.histories.loadOlder(userId),
      loadManyOlder: () => engine.loadManyOlder(userId),
      reload: () => engine.histories.catchUp(userId),
      send: (content: string, file?: File) => engine.send(userId, content, file),
      hasRoomFor: (sizes: readonly number[]) => engine.hasRoomFor(sizes),
      retry: (key: string) => engine.retry(key),
      discard: (key: string) => engine.discard(key),
      type: () => engine.type(userId),
      markSeen: () => engine.markSeen(userId),
    }),
    [engine, userId],
  );
  return { thread, actions };
}

export type ThreadActions = ReturnType<typeof useThread>['actions'];

/** The text that the user has not sent to that person yet; it survives a reload. */
export function useDraft(receiverId: number): [string, (text: string) => void] {
  const userId = useSession().userId ?? 0;
  const name = `chat.${receiverId}`;
  const [draft, setDraft] = useState(
    () => readDraft<{ text: string }>(userId, name)?.values.text ?? '',
  );
  const change = (text: string) => {
    if (text === '') deleteDraft(userId, name);
    else saveDraft(userId, name, { text });
    setDraft(text);
  };
  return [draft, change];
}

/** The user's conversations, newest first, live. */
export function useConversations(): UseQueryResult<Conversation[]> {
  useEngine();
  return useQuery(conversationsQuery);
}

/** The ids of the people typing to that user, the signed-in user excepted. */
export function useTypingTo(userId: number): readonly number[] {
  const engine = useEngine();
  return useSyncExternalStore(
    engine.subscribe,
    useCallback(() => engine.typingTo(userId), [engine, userId]),
  );
}

function useEngine(): ChatEngine {
  const client = useQueryClient();
  const { userId } = useSession();
  // Without a session nothing is sent or stored in anyone's name.
  return engineOf(client, userId ?? 0);
}
