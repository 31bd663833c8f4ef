import type { QueryClient } from '@tanstack/react-query';
import type { Attachment, Message } from '#contract/chat.ts';
import type { Connection } from '#web/lib/socket.ts';
import type { FileStore } from './file-store.ts';
import type { LoadHistory } from './history.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import type { WebStorage } from './unsent-storage.ts';

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

/** The engine's dependencies, provided by the browser or a test. */
export interface EngineDeps {
  userId: number;
  client: QueryClient;
  connection: Pick<Connection, 'state' | 'on' | 'onState' | 'emit' | 'emitWithAck'>;
  loadHistory: LoadHistory;
  /** Stores a message with its file and reports the percent sent. */
  upload: (
    message: UnsentMessage,
    file: File,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ) => Promise<Message>;
  markRead: (senderId: number, upTo: number) => Promise<unknown>;
  /** Null where the browser stores nothing. */
  storage: WebStorage | null;
  files: FileStore;
  /** Let one tab at a time send to a person; null where the browser has no locks. */
  locks: Pick<LockManager, 'request'> | null;
  /** Whether someone looks at the page: it is visible and its window has the focus. */
  isVisible: () => boolean;
  /** Reports changes of `isVisible` and of what other tabs store, until the returned function is called. */
  watch: (onVisibility: () => void, onStorage: () => void) => () => void;
  /** Warns before the tab is closed, which would lose a file, until the returned function is called. */
  uploadBegins: () => () => void;
  /** The device could not store the file of an unsent message. */
  onFileNotStored: () => void;
  /** A message was stored; `isSeen`: it was received in the thread that is being read. */
  onMessage: (message: Message, isSeen: boolean) => void;
  /** The server rejected a message: the lists of users and conversations may be outdated. */
  onRejected: () => void;
  /** The thread that is being read; messages received in it are not unread. */
  onInSight: (partnerId: number | null) => void;
  /** The thread was read to its end. */
  onSeen: (partnerId: number) => void;
  /** Loads the unread counts again. */
  refreshCounts: () => void;
}
