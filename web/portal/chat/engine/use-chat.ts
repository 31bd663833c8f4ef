import {
  type UseQueryResult,
  useIsFetching,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Conversation } from '#contract/chat.ts';
import { useSession } from '#web/lib/session.ts';
import type { ConnectionState } from '#web/lib/socket.ts';
import { connectionOf } from '../../shared/live-updates.ts';
import { conversationsQuery } from '../chat.data.ts';
import { engineOf } from './create-engine.ts';
import type { ChatEngine } from './engine.ts';
import { olderKey } from './history.ts';
import { showThread, stateOf } from './thread.ts';

/** The thread with that person, live while it is on the screen. The actions never change. */
export function useThread(userId: number) {
  const engine = useEngine();
  const ownId = useSession().userId ?? 0;
  const history = useQuery(engine.histories.options(userId));
  const loadingOlder = useIsFetching({ queryKey: olderKey(userId) }) > 0;
  useEffect(() => () => engine.close(userId), [engine, userId]);
  const unsent = useSyncExternalStore(engine.subscribe, () => engine.unsentTo(userId));
  const draft = useSyncExternalStore(engine.subscribe, () => engine.draft(userId));
  const { rows, next = null } = history.data ?? {};
  const state = stateOf(history);
  const messages = useMemo(() => showThread(rows ?? [], unsent, ownId), [rows, unsent, ownId]);
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
      setDraft: (text: string) => engine.setDraft(userId, text),
    }),
    [engine, userId],
  );
  return { thread, actions, draft };
}

export type ThreadActions = ReturnType<typeof useThread>['actions'];

/** The user's conversations, newest first, live. */
export function useConversations(): UseQueryResult<Conversation[]> {
  useEngine();
  return useQuery(conversationsQuery);
}

export function useConnectionState(): ConnectionState {
  const connection = connectionOf(useQueryClient());
  return useSyncExternalStore(connection.onState, () => connection.state);
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
