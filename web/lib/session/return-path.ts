import { pageLanguage } from '#contract/wire/page-languages.ts';
import { readStored, writeStored } from '../device/storage.ts';

const key = 'headrack.return';

/** A second slash or a backslash would name another host. */
const isOwnPath = (path: string) => /^\/[^/\\]/.test(path);

/** Stores the page to return to after login, in whichever language. */
export function saveLoginReturn(path: string): void {
  writeStored(key, pageLanguage(path).path, 'session');
}

/** Removes and returns the page to return to after login; null unless it is a path of this site. */
export function takeLoginReturn(): string | null {
  const path = readStored(key, 'session');
  writeStored(key, null, 'session');
  return typeof path === 'string' && isOwnPath(path) ? path : null;
}
