export interface Failure {
  permanent: boolean;
  /** The mail server is at fault, so other mails would fail, too. */
  server: boolean;
  /** One line without secrets, for the outbox. */
  text: string;
  /** Short form without addresses, for the log. */
  code: string;
}

/** A mail that no mail server would accept. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  message?: unknown;
}

// Rejections of our credentials: the mail can be sent once an operator fixes them.
const signInCodes = new Set([530, 534, 535, 538]);

/** As long as the codes of one-time links, or a good part of one. */
const maybeCode = /[\w+/=-]{20,}/g;

/**
 * Classifies the error of one delivery; removes `secrets` from its text. A mail server may quote a mail: of one with a
 * secret, everything that could be a part of its link is removed, too.
 */
export function classifyError(
  error: unknown,
  secrets: readonly string[],
  hasSecret = false,
): Failure {
  const { code, responseCode, command, message } = (error ?? {}) as SmtpError;
  const status = typeof responseCode === 'number' ? responseCode : 0;
  // A 5xx to the greeting, the sign-in or the sender concerns us; one to these commands concerns the mail.
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  const refused = aboutThisMail && status >= 500 && !signInCodes.has(status);
  const permanent = refused || error instanceof UndeliverableError;
  let text = String(message ?? error);
  for (const secret of secrets) {
    if (secret) text = text.replaceAll(secret, '***');
  }
  if (hasSecret) text = text.replace(maybeCode, '***');
  return {
    permanent,
    server: !permanent && !(aboutThisMail && status >= 400 && status !== 421),
    text: text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500),
    code: [code, status || ''].filter(Boolean).join(' ') || 'error',
  };
}
