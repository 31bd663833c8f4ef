import type { Message, MessagesRead } from '#contract/chat.ts';
import type { ChatMessage } from './types.ts';
import type { Waiting } from './waiting.ts';

/** How far back messages of one's own are looked at that may have been read while nothing was heard. */
const lookBack = 100;

/** Stored messages with those that have arrived: by id, each once; the same array when that changes nothing. */
export function merge(stored: readonly Message[], arrived: readonly Message[]): readonly Message[] {
  const byId = new Map(stored.map((message) => [message.id, message]));
  let changed = false;
  for (const message of arrived) {
    const known = byId.get(message.id);
    // An answer that was on its way for a while may know less than an event since.
    if (known && (known.readAt !== undefined || message.readAt === undefined)) continue;
    byId.set(message.id, message);
    changed = true;
  }
  return changed ? [...byId.values()].sort((one, other) => one.id - other.id) : stored;
}

/** Notes that messages were read: all of that sender up to that one. */
export function markRead(
  stored: readonly Message[],
  { senderId, upTo, readAt }: Pick<MessagesRead, 'senderId' | 'upTo' | 'readAt'>,
): readonly Message[] {
  const isNews = (message: Message) =>
    message.senderId === senderId && message.id <= upTo && message.readAt === undefined;
  if (!stored.some(isNews)) return stored;
  return stored.map((message) => (isNews(message) ? { ...message, readAt } : message));
}

/**
 * The id after which a thread is asked for again: everything up to `syncedTo` is here, but own messages
 * may have been read since.
 */
export function askAfter(stored: readonly Message[], syncedTo: number, userId: number): number {
  const unread = stored
    .slice(-lookBack)
    .find(({ senderId, readAt }) => senderId === userId && readAt === undefined);
  return unread === undefined ? syncedTo : Math.max(1, Math.min(syncedTo, unread.id - 1));
}

/** The newest message that the other one wrote. */
export function newestOf(stored: readonly Message[], senderId: number): Message | undefined {
  return stored.findLast((message) => message.senderId === senderId);
}

const presented = new WeakMap<Message | Waiting, ChatMessage>();

/** What a screen shows: what is stored by id, then one's own that are not, as they were written. */
export function presentThread(
  stored: readonly Message[],
  waiting: readonly Waiting[],
  userId: number,
): readonly ChatMessage[] {
  const here = new Set(
    waiting.length === 0
      ? []
      : stored.flatMap(({ senderId, clientId }) =>
          senderId === userId && clientId !== undefined ? [clientId] : [],
        ),
  );
  return [
    ...stored.map((message) => presentStored(message, userId)),
    ...waiting
      .filter(({ clientId }) => !here.has(clientId))
      .map((entry) => presentWaiting(entry, userId)),
  ];
}

function presentStored(message: Message, userId: number): ChatMessage {
  const known = presented.get(message);
  if (known) return known;
  const { id, senderId, clientId, readAt = null, attachment = null } = message;
  const shown: ChatMessage = {
    // Another's page may call its messages as it likes.
    key: senderId === userId && clientId !== undefined ? clientId : `m${id}`,
    id,
    senderId,
    receiverId: message.receiverId,
    content: message.content,
    timestamp: message.timestamp,
    state: 'sent',
    error: null,
    readAt,
    attachment,
    upload: null,
  };
  presented.set(message, shown);
  return shown;
}

function presentWaiting(entry: Waiting, userId: number): ChatMessage {
  const known = presented.get(entry);
  if (known) return known;
  const { clientId, receiverId, content, at, error, attached, percent } = entry;
  const shown: ChatMessage = {
    key: clientId,
    id: null,
    senderId: userId,
    receiverId,
    content,
    timestamp: new Date(at).toISOString(),
    state: error === null ? 'sending' : 'failed',
    error,
    readAt: null,
    attachment: null,
    upload: attached && { ...attached, percent },
  };
  presented.set(entry, shown);
  return shown;
}
