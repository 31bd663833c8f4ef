import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Conversation } from '#contract/chat.ts';
import { deleteDraft, readDraft, saveDraft } from '#web/lib/drafts.ts';
import { useSession } from '#web/lib/session.ts';
import type { ConnectionState } from '#web/lib/socket.ts';
import { connectionOf } from '../../shared/live-updates.ts';
import { conversationsQuery } from '../chat.data.ts';
import { engineOf } from './create-engine.ts';
import type { ChatEngine } from './engine.ts';

/** The thread with that person, live while it is on the screen. The actions never change. */
export function useThread(userId: number) {
  const engine = useEngine();
  useEffect(() => engine.open(userId), [engine, userId]);
  const thread = useSyncExternalStore(engine.subscribe, () => engine.view(userId));
  const actions = useMemo(
    () => ({
      loadOlder: () => engine.loadOlder(userId),
      loadManyOlder: () => engine.loadManyOlder(userId),
      reload: () => engine.reload(userId),
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
