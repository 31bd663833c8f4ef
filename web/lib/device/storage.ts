/** Values on this device as JSON. A browser that blocks storage, or has none left, stores and returns nothing. */

/** 'session' ends with the tab. */
type Area = 'local' | 'session';

// Inside the functions, because reading the property throws where storage is blocked.
const areaOf = (area: Area) => (area === 'local' ? localStorage : sessionStorage);

/** The stored value; null when there is none or it isn't JSON. */
export function readStored(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(areaOf(area).getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** What the keys of a public form's confirmations begin with: their links are secret, and a logout deletes them. */
export const confirmationPrefix = 'headrack.sent.';

/** Stores a value; null removes it. */
export function writeStored(key: string, value: unknown, area: Area = 'local'): void {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is stored; the user's action continues.
  }
}

/** The stored keys that start with `prefix`. */
export function listStoredKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
