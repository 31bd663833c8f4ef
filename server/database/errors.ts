interface DriverError {
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
  constraint?: unknown;
}

/** Whether a unique index rejected the row; `name` is part of the index or column name. */
export function isUniqueViolation(error: unknown, name = ''): boolean {
  const { code, errcode, message, constraint } = (error ?? {}) as DriverError;
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  if (errcode === 2067 || errcode === 1555) return String(message).includes(name);
  return code === '23505' && `${constraint} ${message}`.includes(name);
}

/** Whether a row names another one that isn't there: SQLITE_CONSTRAINT_FOREIGNKEY. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as DriverError;
  return errcode === 787 || code === '23503';
}

const postgresUnavailable = /^(08|53|57P|25P03|57014|55P03|40P01)/;
const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
// SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN: primary codes in the low byte.
const sqliteUnavailable = new Set([5, 6, 10, 13, 14]);

/** Whether another connection has the lock: SQLITE_BUSY. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as DriverError;
  return typeof errcode === 'number' && (errcode & 0xff) === 5;
}

/** Whether PostgreSQL waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return ((error ?? {}) as DriverError).code === '55P03';
}

/** Whether PostgreSQL ended the transaction because it and another one waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return ((error ?? {}) as DriverError).code === '40P01';
}

/** Whether SQLite found a damaged page: SQLITE_CORRUPT, SQLITE_NOTADB. */
export function isDamaged(error: unknown): boolean {
  const { errcode } = (error ?? {}) as DriverError;
  return typeof errcode === 'number' && [11, 26].includes(errcode & 0xff);
}

/** Whether the database is unreachable, full or overloaded, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = (error ?? {}) as DriverError;
  if (typeof errcode === 'number') return sqliteUnavailable.has(errcode & 0xff);
  if (typeof code === 'string' && (postgresUnavailable.test(code) || networkErrors.has(code)))
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|is not queryable|connection has been discarded/.test(
    String(message),
  );
}
