import { SettingError } from './settings/setting-error.ts';

interface SystemError {
  code?: unknown;
  syscall?: unknown;
  path?: unknown;
  port?: unknown;
  hostname?: unknown;
  errcode?: unknown;
  severity?: unknown;
  message?: unknown;
}

const networkErrors = /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Returns why the server cannot start, naming the setting; null when no setting is at fault. */
export function describeStartError(error: unknown): string | null {
  if (error instanceof SettingError) return error.message;
  const { code, syscall, path, port, hostname, errcode, severity, message } = (error ??
    {}) as SystemError;
  const { HOST, METRICS_PORT } = process.env;
  const setting = String(port) === METRICS_PORT?.trim() ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `${setting} ${port} is already in use. Choose another one.`;
  if (code === 'EACCES' && syscall === 'listen') {
    return `${setting} ${port} needs root. Choose a port above 1023.`;
  }
  if (syscall === 'listen') {
    return `Can't listen on HOST and ${setting} (${code}). Set HOST to an address of this machine.`;
  }
  if (typeof hostname === 'string' && hostname === HOST?.trim()) {
    return `Can't resolve HOST (${code}). Set it to an address of this machine.`;
  }
  if (typeof errcode === 'number') return `Can't use the database in DATA_DIR: ${message}.`;
  if (typeof severity === 'string') return `The database of DATABASE_URL reports: ${message}.`;
  if (typeof code === 'string' && networkErrors.test(code)) {
    return `Can't reach the database of DATABASE_URL (${code}).`;
  }
  if (typeof path === 'string') return `Can't use DATA_DIR: ${code} at ${path}.`;
  return null;
}
