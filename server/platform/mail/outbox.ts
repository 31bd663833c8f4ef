import type { Db } from '../../database/open.ts';

export interface Mail {
  to: string;
  /** Where an answer goes, when that is not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
}

/** Outgoing mail: queued with the write that it tells of, sent after it, with retries. */
export interface Mailer {
  /** Queues mails in the caller's transaction. */
  enqueue(tx: Db, mails: readonly Mail[]): Promise<void>;
  /** Sends what is due soon; called after the transaction that queued it. */
  nudge(): void;
}
