import { readSession } from './session.ts';
import { readStored, writeStored } from './storage.ts';

const expiredKey = 'headrack.place.v1';
const loginKey = 'headrack.return';

/** A second slash or a backslash would name another host. */
const isOwnPath = (path: string) => /^\/[^/\\]/.test(path);

/** Where a user's session expired. */
interface SavedPath {
  userId: number;
  path: string;
}

function isSavedPath(stored: unknown): stored is SavedPath {
  const { userId, path } = (stored ?? {}) as Partial<SavedPath>;
  return typeof userId === 'number' && typeof path === 'string' && isOwnPath(path);
}

/** Stores the current page for the user whose session is about to end. */
export function saveReturnPath(): void {
  const { userId } = readSession();
  const { pathname, search } = location;
  if (userId === null || pathname.toLowerCase() === '/portal') return;
  writeStored(expiredKey, { userId, path: pathname + search } satisfies SavedPath);
}

/** Where the signed-in user's last session expired; null when it didn't, or belonged to another user. */
export function getReturnPath(): string | null {
  const stored = readStored(expiredKey);
  return isSavedPath(stored) && stored.userId === readSession().userId ? stored.path : null;
}

export function clearReturnPath(): void {
  writeStored(expiredKey, null);
}

/** Stores the page to return to after login. */
export function saveLoginReturn(path: string): void {
  writeStored(loginKey, path, 'session');
}

/** Removes and returns the page to return to after login; null unless it is a path of this site. */
export function takeLoginReturn(): string | null {
  const path = readStored(loginKey, 'session');
  writeStored(loginKey, null, 'session');
  return typeof path === 'string' && isOwnPath(path) ? path : null;
}
