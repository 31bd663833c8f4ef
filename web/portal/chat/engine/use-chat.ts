import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Conversation } from '#contract/chat.ts';
import { useSession } from '#web/lib/session.ts';
import { connectionOf } from '../../shared/live-updates.ts';
import { conversationsQuery } from '../chat.data.ts';
import type { ChatEngine } from './engine.ts';
import { engineOf } from './engine-of.ts';
import type { ConnectionState, Thread } from './types.ts';

export interface ThreadActions {
  /** Loads the 50 before the oldest; nothing while it loads or at the beginning. */
  loadOlder: () => void;
  /** Loads much more that is older. */
  lookBack: () => void;
  /** Asks again after state 'failed'. */
  reload: () => void;
  /** Takes the text (trimmed; nothing of an empty one) into the outbox and forgets the draft. */
  send: (content: string) => void;
  /** Takes a photo or a PDF into the outbox, with a text or ''; forgets the draft. */
  sendFile: (file: File, content: string) => void;
  /** Whether this device keeps one more file of that many bytes until it is sent. */
  hasRoomFor: (bytes: number) => boolean;
  /** Tries a failed message again, as the same one. */
  retry: (key: string) => void;
  /** Takes an own message that is not stored out of the outbox. */
  discard: (key: string) => void;
  /** For each change of what is typed. */
  noteTyping: () => void;
  /** The newest message is in sight: call it on scrolling to the end and after each new one there; it is sent once for each. */
  markSeen: () => void;
  /** What is typed and not sent; survives a reload. */
  draft: string;
  setDraft: (text: string) => void;
}

/** The messages with that person, kept live while it is on the screen; the actions stay the same functions. */
export function useThread(userId: number): Thread & ThreadActions {
  const engine = useEngine();
  useEffect(() => engine.open(userId), [engine, userId]);
  const thread = useSyncExternalStore(engine.subscribe, () => engine.view(userId));
  const draft = useSyncExternalStore(engine.subscribe, () => engine.draft(userId));
  const actions = useMemo(
    () => ({
      loadOlder: () => engine.loadOlder(userId),
      lookBack: () => engine.lookBack(userId),
      reload: () => engine.reload(userId),
      send: (content: string) => engine.send(userId, content),
      sendFile: (file: File, content: string) => engine.send(userId, content, file),
      hasRoomFor: (bytes: number) => engine.hasRoomFor(bytes),
      retry: (key: string) => engine.retry(key),
      discard: (key: string) => engine.discard(key),
      noteTyping: () => engine.noteTyping(userId),
      markSeen: () => engine.markSeen(userId),
      setDraft: (text: string) => engine.setDraft(userId, text),
    }),
    [engine, userId],
  );
  return { ...thread, ...actions, draft };
}

/** The caller's conversations, the newest first, kept live. */
export function useConversations(): UseQueryResult<Conversation[]> {
  useEngine();
  return useQuery(conversationsQuery);
}

/** The state of the line to the server. */
export function useConnection(): ConnectionState {
  const connection = connectionOf(useQueryClient());
  const state = useSyncExternalStore(connection.onState, () => connection.state);
  return state === 'closed' ? 'connecting' : state;
}

/** The ids of the other admins who are writing to that employee now. */
export function useOfficeTyping(userId: number): readonly number[] {
  const engine = useEngine();
  return useSyncExternalStore(
    engine.subscribe,
    useCallback(() => engine.officeTyping(userId), [engine, userId]),
  );
}

function useEngine(): ChatEngine {
  const client = useQueryClient();
  const { userId } = useSession();
  // A token of ours names its person; without one nothing is sent or kept under anybody's name.
  return engineOf(client, userId ?? 0);
}
