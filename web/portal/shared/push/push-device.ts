import { push as messages } from '#contract/messages/push.ts';
import { pushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { workerPath } from '#web/lib/device/offline-app.ts';
import { deleteConsent, hasConsent, saveConsent } from './push-consent.ts';

/** 'denied': only the browser's settings can change that. */
export type PushState = 'on' | 'off' | 'denied';

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration('/');
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await registered())?.pushManager.getSubscription()) ?? null;
}

/** The state on this device for the signed-in user. */
export async function readPush(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && hasConsent() && (await subscription());
  return isOn ? 'on' : 'off';
}

/** Asks for permission and subscribes the device; returns the server's message, null without permission. */
export async function turnOn(): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const message = await subscribe();
  saveConsent();
  return message;
}

/** Stops notifications on this device. */
export async function turnOff(): Promise<string> {
  const endpoint = await leave();
  // The server deletes a dead endpoint with the next push.
  if (endpoint) await call(unsubscribePush, { body: { endpoint } }).catch(() => undefined);
  return messages.unsubscribed;
}

/** Subscriptions end with their session; a new session subscribes again if the user turned them on before. */
export async function renew(): Promise<void> {
  if (Notification.permission === 'granted' && hasConsent()) await subscribe();
}

/** Unsubscribes this device and closes shown notifications; returns the former endpoint. */
export async function leave(): Promise<string | null> {
  deleteConsent();
  const own = await registered();
  const known = await own?.pushManager.getSubscription();
  for (const shown of (await own?.getNotifications()) ?? []) shown.close();
  await known?.unsubscribe();
  return known?.endpoint ?? null;
}

async function subscribe(): Promise<string> {
  const { key } = await call(pushKey);
  await navigator.serviceWorker.register(workerPath());
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // The key of another server, or from before this server's secret changed.
  if (known && keyOf(known) !== key) await known.unsubscribe();
  const given = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((error: unknown) => {
      throw new Error(messages.failed, { cause: error });
    });
  const { p256dh = '', auth = '' } = given.toJSON().keys ?? {};
  try {
    const body = { endpoint: given.endpoint, p256dh, auth };
    return (await call(subscribePush, { body })).message;
  } catch (error) {
    // Keep no subscription that the server rejects.
    if (error instanceof CallError && error.status === 400) await leave();
    throw error;
  }
}

/** The key that a subscription was made for, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
