import type { UseQueryResult } from '@tanstack/react-query';
import type { Conversation } from '#contract/chat.ts';
import type { ConnectionState, Thread } from './types.ts';

export interface ThreadActions {
  /** Loads the 50 before the oldest; nothing while it loads or at the beginning. */
  loadOlder: () => void;
  /** Asks again after state 'failed'. */
  reload: () => void;
  /** Takes the text (trimmed; nothing of an empty one) into the outbox and forgets the draft. */
  send: (content: string) => void;
  /** Takes a photo or a PDF into the outbox, with a text or ''; forgets the draft. */
  sendFile: (file: File, content: string) => void;
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

/** The messages with that person, kept live while it is on the screen. */
export declare function useThread(userId: number): Thread & ThreadActions;

/** The caller's conversations, the newest first, kept live. */
export declare function useConversations(): UseQueryResult<Conversation[]>;

/** The state of the line to the server. */
export declare function useConnection(): ConnectionState;

/** The ids of the other admins who are writing to that employee now. */
export declare function useOfficeTyping(userId: number): number[];
