/** What a database's error means, in words that both databases share. */

interface DriverError {
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
  constraint?: unknown;
}

/** Whether the error says that a unique index refused the row; `word` is part of its name or column. */
export function isUniqueViolation(error: unknown, word = ''): boolean {
  const { code, errcode, message, constraint } = (error ?? {}) as DriverError;
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  if (errcode === 2067 || errcode === 1555) return String(message).includes(word);
  return code === '23505' && `${constraint} ${message}`.includes(word);
}

const postgresAway = /^(08|53|57P|25P03|57014|55P03)/;
const networkAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
// SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN: primary codes in the low byte.
const sqliteAway = new Set([5, 6, 10, 13, 14]);

/** Whether the database is away, full or overloaded, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as DriverError;
  if (typeof errcode === 'number') return sqliteAway.has(errcode & 0xff);
  if (typeof code === 'string' && (postgresAway.test(code) || networkAway.has(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/.test(
    String(message),
  );
}
