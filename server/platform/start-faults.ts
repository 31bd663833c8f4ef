import { SettingError } from '../config.ts';

interface SystemFault {
  code?: unknown;
  syscall?: unknown;
  path?: unknown;
  hostname?: unknown;
  errcode?: unknown;
  severity?: unknown;
  message?: unknown;
}

const onTheNetwork = /^(ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Why the server cannot start, in one sentence that names the setting; null when it is not a matter of settings. */
export function startFault(error: unknown, env: { HOST?: string } = process.env): string | null {
  if (error instanceof SettingError) return error.message;
  const { code, syscall, path, hostname, errcode, severity, message } = (error ??
    {}) as SystemFault;
  if (code === 'EADDRINUSE') return 'PORT is already in use. Choose another PORT.';
  if (syscall === 'listen') return `HOST and PORT cannot be listened on (${code}).`;
  if (typeof hostname === 'string' && hostname === env.HOST) return `HOST is not known (${code}).`;
  if (typeof errcode === 'number') return `The database in DATA_DIR cannot be used: ${message}.`;
  if (typeof severity === 'string') return `The database of DATABASE_URL refuses: ${message}.`;
  if (typeof code === 'string' && onTheNetwork.test(code)) {
    return `The database of DATABASE_URL does not answer (${code}).`;
  }
  if (typeof path === 'string') return `DATA_DIR cannot be used: ${code} at ${path}.`;
  return null;
}
