import { createHash } from 'node:crypto';
import type { PushKey } from './push-key.ts';

/** Seconds that a service keeps what it cannot deliver at once. */
const keptFor = 86_400;
/** Milliseconds until a service has answered. */
const patience = 10_000;
/** Milliseconds for which one signature serves; it holds for twelve hours. */
const signedFor = 3_600_000;
/** Services signed for at a time. */
const mostSigned = 100;

export interface PushAddress {
  url: URL;
  p256dh: string;
  auth: string;
}

export interface PushContent {
  /** JSON for the service worker, at most 3,000 bytes. */
  text: string;
  /** Of those with the same subject the service keeps the newest. */
  subject: string;
  urgency: 'normal' | 'high';
}

/** What came of it: delivered, never to be delivered, refused for a reason of ours, or worth another try. */
export interface PushOutcome {
  state: 'sent' | 'gone' | 'refused' | 'later';
  /** Of the answer; 0 without one. */
  status: number;
  /** How long the service asks us to wait, where it does. */
  seconds: number | null;
}

/** Encrypts for a browser and hands it to that browser's service (RFC 8030, 8188, 8291, 8292). */
export class PushSender {
  readonly #key: PushKey;
  readonly #contact: string;
  readonly #signatures = new Map<string, { text: string; until: number }>();
  readonly #stopping = new AbortController();

  /** `contact`: the https: or mailto: address at which the services reach the company. */
  constructor(key: PushKey, contact: string) {
    this.#key = key;
    this.#contact = contact;
  }

  get publicKey(): string {
    return this.#key.publicKey;
  }

  async send(address: PushAddress, content: PushContent): Promise<PushOutcome> {
    // Loaded with the first one: a server that nobody subscribes to has no use for it.
    const { default: webPush } = await import('web-push');
    const { cipherText } = webPush.encrypt(address.p256dh, address.auth, content.text, 'aes128gcm');
    const authorization = this.#signature(address.url.origin, webPush.getVapidHeaders);
    try {
      const answer = await fetch(address.url, {
        method: 'POST',
        headers: {
          authorization,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptFor),
          topic: createHash('sha256').update(content.subject).digest('base64url').slice(0, 32),
          urgency: content.urgency,
        },
        body: new Uint8Array(cipherText),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(patience), this.#stopping.signal]),
      });
      await answer.body?.cancel();
      return outcomeOf(answer);
    } catch {
      return { state: 'later', status: 0, seconds: null };
    }
  }

  /** Breaks off what is on its way. */
  stop(): void {
    this.#stopping.abort();
  }

  #signature(origin: string, sign: typeof import('web-push').getVapidHeaders): string {
    const now = Date.now();
    const known = this.#signatures.get(origin);
    if (known && known.until > now) return known.text;
    if (this.#signatures.size >= mostSigned) this.#signatures.clear();
    const { publicKey, privateKey } = this.#key;
    const { Authorization: text } = sign(origin, this.#contact, publicKey, privateKey, 'aes128gcm');
    this.#signatures.set(origin, { text, until: now + signedFor });
    return text;
  }
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  const asked = Number(headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(asked) ? asked : null;
  return { state: stateOf(status), status, seconds };
}

function stateOf(status: number): PushOutcome['state'] {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
