import { readSession } from './session.ts';

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
  try {
    const saved: SavedPath = { userId, path: pathname + search };
    localStorage.setItem(expiredKey, JSON.stringify(saved));
  } catch {
    // Storage is blocked: no path is offered later.
  }
}

/** Where the signed-in user's last session expired; null when it didn't, or belonged to another user. */
export function getReturnPath(): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(expiredKey) ?? 'null');
    return isSavedPath(stored) && stored.userId === readSession().userId ? stored.path : null;
  } catch {
    return null;
  }
}

export function clearReturnPath(): void {
  try {
    localStorage.removeItem(expiredKey);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Stores the page to return to after login. */
export function saveLoginReturn(path: string): void {
  try {
    sessionStorage.setItem(loginKey, path);
  } catch {
    // Storage is blocked: login leads to the portal's home page.
  }
}

/** Removes and returns the page to return to after login; null unless it is a path of this site. */
export function takeLoginReturn(): string | null {
  try {
    const path = sessionStorage.getItem(loginKey);
    sessionStorage.removeItem(loginKey);
    return path !== null && isOwnPath(path) ? path : null;
  } catch {
    return null;
  }
}
