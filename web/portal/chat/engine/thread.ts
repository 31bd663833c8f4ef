import type { Message, MessagesRead } from '#contract/chat.ts';
import type { ChatMessage } from './types.ts';
import type { UnsentMessage } from './unsent-messages.ts';

/** How many of the last messages are checked for own ones that may have been read while offline. */
const recheckedMessages = 100;

/** Adds messages, by id and each once; the same array when that changes nothing. */
export function merge(stored: readonly Message[], added: readonly Message[]): readonly Message[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  let changed = false;
  for (const message of added) {
    const known = byId.get(message.id);
    // A slow reply may be older than an event.
    if (known && (known.readAt !== undefined || message.readAt === undefined)) continue;
    byId.set(message.id, message);
    changed = true;
  }
  return changed ? [...byId.values()].sort((one, other) => one.id - other.id) : stored;
}

/** Marks a sender's messages as read, up to an id. */
export function markRead(
  stored: readonly Message[],
  { senderId, upTo, readAt }: Pick<MessagesRead, 'senderId' | 'upTo' | 'readAt'>,
): readonly Message[] {
  const isUnread = (message: Message) =>
    message.senderId === senderId && message.id <= upTo && message.readAt === undefined;
  if (!stored.some(isUnread)) return stored;
  return stored.map((message) => (isUnread(message) ? { ...message, readAt } : message));
}

/** The id after which a thread is reloaded. Everything up to `syncedTo` is here, but own messages may have been read since. */
export function reloadAfter(stored: readonly Message[], syncedTo: number, userId: number): number {
  const unread = stored
    .slice(-recheckedMessages)
    .find(({ senderId, readAt }) => senderId === userId && readAt === undefined);
  return unread === undefined ? syncedTo : Math.max(1, Math.min(syncedTo, unread.id - 1));
}

const shown = new WeakMap<Message | UnsentMessage, ChatMessage>();

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
