import { readSession } from '#web/lib/session.ts';

/** Who said yes to notices on this device: the name of the account. */
const key = 'headrack.push';

/** Whether this browser can be told while no page is open. */
export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether who is signed in has said yes here. */
export function hasConsent(): boolean {
  const session = readSession();
  return session.state === 'valid' && localStorage.getItem(key) === session.username;
}

export function keepConsent(): void {
  const session = readSession();
  if (session.state === 'valid' && session.username) localStorage.setItem(key, session.username);
}

export function dropConsent(): void {
  localStorage.removeItem(key);
}
