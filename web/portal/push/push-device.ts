import { CallError } from '#contract/endpoint.ts';
import { push as text } from '#contract/messages/chat.ts';
import { pushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { call } from '#web/lib/api.ts';
import { dropConsent, hasConsent, keepConsent } from './push-consent.ts';

/** 'denied': the browser will not ask, its settings alone can change that. */
export type PushState = 'on' | 'off' | 'denied';

const worker = '/push-worker.js';

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration('/');
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await registered())?.pushManager.getSubscription()) ?? null;
}

/** What this device does now for who is signed in. */
export async function readPush(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && hasConsent() && (await subscription());
  return isOn ? 'on' : 'off';
}

/** Asks the person and signs the device up; answers what the server says, null when the browser did not say yes. */
export async function turnOn(): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const message = await subscribe();
  keepConsent();
  return message;
}

/** Nothing more comes to this device. */
export async function turnOff(): Promise<string> {
  const endpoint = await leave();
  // An address that leads nowhere any more is forgotten with the next push.
  if (endpoint) await call(unsubscribePush, { body: { endpoint } }).catch(() => undefined);
  return text.unsubscribed;
}

/** A subscription ends with its session: each new one takes it over, if the person has said yes before. */
export async function renew(): Promise<void> {
  if (Notification.permission === 'granted' && hasConsent()) await subscribe();
}

/** Ends it on this device, and takes away what is shown; answers the address that it had. */
export async function leave(): Promise<string | null> {
  dropConsent();
  const own = await registered();
  const known = await own?.pushManager.getSubscription();
  for (const notice of (await own?.getNotifications()) ?? []) notice.close();
  await known?.unsubscribe();
  await own?.unregister();
  return known?.endpoint ?? null;
}

async function subscribe(): Promise<string> {
  const { key } = await call(pushKey);
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // Another key is another server's, or this one's from before its secret was changed.
  if (known && keyOf(known) !== key) await known.unsubscribe();
  const given = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch((error: unknown) => {
      throw new Error(text.failed, { cause: error });
    });
  const { p256dh = '', auth = '' } = given.toJSON().keys ?? {};
  try {
    const body = { endpoint: given.endpoint, p256dh, auth };
    return (await call(subscribePush, { body })).message;
  } catch (error) {
    // What the server does not take is not kept either.
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
