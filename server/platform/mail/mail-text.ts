import type { Tokens } from '../accounts/tokens.ts';
import type { OutboxRow } from './outbox.queries.ts';
import { UndeliverableError } from './smtp-errors.ts';

interface Text {
  text: string;
  html: string;
}

/**
 * Encrypts the text of a mail with a one-time link while it waits in the outbox: whoever reads the database or a
 * backup must not be able to use the link.
 */
export function encryptText(tokens: Tokens, messageId: string, { text, html }: Text): string {
  return tokens.encrypt(JSON.stringify([text, html]), `mail ${messageId}`);
}

/** Returns the text of a queued mail; throws UndeliverableError when it can't be decrypted or is gone. */
export function textOf(tokens: Tokens, row: OutboxRow): Text {
  if (row.has_secret === 0) return { text: row.body_text, html: row.body_html };
  const json = tokens.decrypt(row.encrypted_body ?? '', `mail ${row.message_id}`);
  if (json === null) {
    throw new UndeliverableError(
      'The text was encrypted with another token secret, or was changed. Create a new link.',
    );
  }
  const [text, html] = JSON.parse(json) as [string, string];
  return { text, html };
}
