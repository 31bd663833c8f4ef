import { readSession } from '#web/lib/session/session.ts';

/** Holds the username that turned on notifications on this device. */
const key = 'headrack.push';

/** Whether this browser can get pushes while no page is open. */
export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether the signed-in user turned them on here. */
export function hasConsent(): boolean {
  const session = readSession();
  return session.state === 'valid' && localStorage.getItem(key) === session.username;
}

export function saveConsent(): void {
  const session = readSession();
  if (session.state === 'valid' && session.username) localStorage.setItem(key, session.username);
}

export function deleteConsent(): void {
  localStorage.removeItem(key);
}
