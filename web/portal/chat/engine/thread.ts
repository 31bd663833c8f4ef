import type { Attachment, Message } from '#contract/chat.ts';
import type { UnsentMessage } from '../../shared/offline/entries.ts';
import type { History } from './history.ts';

/** A message on the screen. */
export interface ChatMessage {
  /** Stays the same when the message is stored: the clientId of an own message, else `m${id}`. */
  key: string;
  /** Null until it is stored. */
  id: number | null;
  senderId: number;
  receiverId: number;
  /** Plain text; '' for a file without text. */
  content: string;
  /** ISO 8601: the server's, or when it was written until it is stored. */
  timestamp: string;
  /** Of an own message; a received one is always 'sent'. */
  state: 'sending' | 'sent' | 'failed';
  /** Why the server rejected it, when 'failed'. */
  error: string | null;
  /** When its receiver read it, ISO 8601. */
  readAt: string | null;
  attachment: Attachment | null;
  /** The server sent it in the sender's name. */
  isAutomatic?: boolean;
  /** A file that is not stored yet: size in bytes, percent 0 to 100. */
  upload: { name: string; size: number; percent: number } | null;
}

/** The messages between the user and one other person. */
export interface Thread {
  /** By id, then the unsent ones in the order they were written; the same array until something changes. */
  messages: readonly ChatMessage[];
  /** 'failed': nothing could be loaded; unsent messages are listed all the same. */
  state: 'loading' | 'ready' | 'failed';
  hasOlder: boolean;
  loadingOlder: boolean;
}

/** The state of a thread from the query of its history. */
export function stateOf({
  data,
  failureReason,
}: {
  data: History | undefined;
  failureReason: unknown;
}): Thread['state'] {
  if (data?.isLoaded) return 'ready';
  return failureReason === null ? 'loading' : 'failed';
}

const shown = new WeakMap<Message | UnsentMessage, ChatMessage>();

/** The messages of a thread: the stored ones by id, then the unsent ones in the order they were written. */
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
      .filter(({ id }) => !storedIds.has(id))
      .map((message) => showOnce(message, () => showUnsent(message))),
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

function showUnsent({
  id,
  userId,
  at,
  error,
  percent = 0,
  ...message
}: UnsentMessage): ChatMessage {
  const { receiverId, content, files } = message;
  const [file] = files;
  return {
    key: id,
    id: null,
    ...{ senderId: userId, receiverId, content },
    timestamp: new Date(at).toISOString(),
    state: error === null ? 'sending' : 'failed',
    error,
    readAt: null,
    attachment: null,
    upload: file ? { name: file.name, size: file.size, percent } : null,
  };
}
