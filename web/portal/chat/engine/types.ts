import type { Attachment } from '#contract/chat.ts';

/** A message as a screen shows it. */
export interface ChatMessage {
  /** The same from the first key stroke to the stored message: the clientId of an own one, else `m${id}`. */
  key: string;
  /** Null until it is stored. */
  id: number | null;
  senderId: number;
  receiverId: number;
  /** Plain text; '' with a file alone. */
  content: string;
  /** ISO 8601: the server's, or of the writing while there is none. */
  timestamp: string;
  /** Of an own message; another's is always 'sent'. */
  state: 'sending' | 'sent' | 'failed';
  /** The server's no, of a failed one. */
  error: string | null;
  /** When its receiver read it, ISO 8601. */
  readAt: string | null;
  attachment: Attachment | null;
  /** A file that is not stored yet: size in bytes, percent 0 to 100. */
  upload: { name: string; size: number; percent: number } | null;
}

/** The messages between the caller and one person. */
export interface Thread {
  /** By id, then the own ones that are not stored, as they were written; the same object while it is unchanged. */
  messages: readonly ChatMessage[];
  /** 'failed': nothing could be loaded at all; own unsent messages are in the list nevertheless. */
  state: 'loading' | 'ready' | 'failed';
  /** Why, when 'failed'. */
  error: unknown;
  hasOlder: boolean;
  loadingOlder: boolean;
  /** The other one is writing now. */
  isTyping: boolean;
}

/** 'connecting': the first try, or the one right after a line broke; 'offline': a try has failed, others follow. */
export type ConnectionState = 'connected' | 'connecting' | 'offline';
