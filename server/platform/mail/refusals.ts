/** What a failed delivery means: try again, or never. */
export interface Failure {
  permanent: boolean;
  /** The server itself did not do its part, so the next mail would fare no better. */
  server: boolean;
  /** One line for the outbox, without secrets. */
  text: string;
  /** Short form for the log, without addresses. */
  code: string;
}

/** A mail that no mail server needs to be asked about. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  message?: unknown;
}

// Refusals that speak of our own sign-in: an operator mends them, and the mail goes out then.
const signInCodes = new Set([530, 534, 535, 538]);

/** Judges the error of one delivery. `secrets` are cut out of its text. */
export function judgeFailure(error: unknown, secrets: readonly string[]): Failure {
  const { code, responseCode, command, message } = (error ?? {}) as SmtpError;
  const status = typeof responseCode === 'number' ? responseCode : 0;
  // A 5xx to the greeting, the sign-in or the sender is about us; one to these is about this mail.
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  const refused = aboutThisMail && status >= 500 && !signInCodes.has(status);
  const permanent = refused || error instanceof UndeliverableError;
  let text = String(message ?? error);
  for (const secret of secrets) {
    if (secret) text = text.replaceAll(secret, '***');
  }
  return {
    permanent,
    server: !permanent && !(aboutThisMail && status >= 400 && status !== 421),
    text: text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500),
    code: [code, status || ''].filter(Boolean).join(' ') || 'error',
  };
}
