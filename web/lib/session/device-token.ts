import { readStored, writeStored } from '../device/storage.ts';

/** Outlives logouts, because it grants nothing: it keeps strangers' guesses from locking this device out. */
const key = 'headrack:device';

/** The token of a device that signed in before; null on a new one. */
export function readDeviceToken(): string | null {
  const token = readStored(key);
  return typeof token === 'string' ? token : null;
}

/** Stores the token that came with a sign-in; null keeps the previous one. */
export function saveDeviceToken(token: string | null): void {
  if (token !== null) writeStored(key, token);
}
