import type { Message } from '#contract/chat.ts';
import type { Connection } from '#web/lib/socket.ts';
import type { FileStore } from './file-store.ts';
import type { ReadHistory } from './live-thread.ts';
import type { Waiting } from './waiting.ts';
import type { KeepingPlace } from './waiting-keys.ts';

/** What the engine stands on; a browser's, or a test's. */
export interface EngineParts {
  userId: number;
  connection: Pick<Connection, 'state' | 'on' | 'onState' | 'emit' | 'ask'>;
  read: ReadHistory;
  /** Stores a message with its file; told the percent that is sent. */
  upload: (
    entry: Waiting,
    file: File,
    onPercent: (percent: number) => void,
    signal: AbortSignal,
  ) => Promise<Message>;
  markRead: (senderId: number, upTo: number) => Promise<unknown>;
  place: KeepingPlace | null;
  files: FileStore;
  locks: Pick<LockManager, 'request'> | null;
  isVisible: () => boolean;
  /** Tells of a change of what is visible and of what other tabs keep, until the returned function is called. */
  watch: (onVisibility: () => void, onStorage: () => void) => () => void;
  /** A file would be lost with the tab until the returned function is called. */
  uploadBegins: () => () => void;
  /** The device would not keep a file that still waits to be sent. */
  onFileNotKept: () => void;
  /** A message was stored that may be new to the lists; `isSeen`: another's, which is being read as it comes. */
  onMessage: (message: Message, isSeen: boolean) => void;
  /** The server's no to a message: what is known of the people may be old. */
  onRefused: () => void;
  onInSight: (partnerId: number | null) => void;
  onSeen: (partnerId: number, upTo: number) => void;
  /** The server's counts are to be asked for. */
  ask: () => void;
}
