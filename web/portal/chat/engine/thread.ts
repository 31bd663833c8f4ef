import type { Message } from '#contract/chat.ts';
import type { History } from './history.ts';
import type { ChatMessage, Thread } from './types.ts';
import type { UnsentMessage } from './unsent-messages.ts';

const shown = new WeakMap<Message | UnsentMessage, ChatMessage>();

/** What a screen knows of the query of a history. */
interface LoadedHistory {
  data: History | undefined;
  failureReason: unknown;
}

/** The state of a conversation on a screen. */
export function stateOf({ data, failureReason }: LoadedHistory): Thread['state'] {
  if (data?.isLoaded) return 'ready';
  return failureReason === null ? 'loading' : 'failed';
}

/** The messages of a screen: the stored ones by id, then the unsent ones in the order they were written. */
export function showThread(
  stored: readonly Message[],
  unsent: readonly UnsentMessage[],
  userId: number,
): readonly ChatMessage[] {
  const own = stored.filter(({ senderId }) => senderId === userId);
  const storedIds = new Set(unsent.length === 0 ? [] : own.map(({ clientId }) => clientId));
  return [
    ...stored.map((message) => showOnce(message, () => showStored(message, userId))),
    ...unsent
      .filter(({ clientId }) => !storedIds.has(clientId))
      .map((message) => showOnce(message, () => showUnsent(message, userId))),
  ];
}

/** The same object for the same message, so that it isn't drawn again. */
function showOnce(message: Message | UnsentMessage, show: () => ChatMessage): ChatMessage {
  const known = shown.get(message) ?? show();
  shown.set(message, known);
  return known;
}

function showStored(message: Message, userId: number): ChatMessage {
  const { id, senderId, receiverId, content, timestamp, clientId } = message;
  return {
    // Other users choose their clientIds themselves.
    key: senderId === userId && clientId !== undefined ? clientId : `m${id}`,
    ...{ id, senderId, receiverId, content, timestamp },
    state: 'sent',
    error: null,
    readAt: message.readAt ?? null,
    attachment: message.attachment ?? null,
    ...(message.automatic && { isAutomatic: true }),
    upload: null,
  };
}

function showUnsent(message: UnsentMessage, userId: number): ChatMessage {
  const { clientId, receiverId, content, at, error, attached, percent } = message;
  return {
    key: clientId,
    id: null,
    ...{ senderId: userId, receiverId, content },
    timestamp: new Date(at).toISOString(),
    state: error === null ? 'sending' : 'failed',
    error,
    readAt: null,
    attachment: null,
    upload: attached && { ...attached, percent },
  };
}
