import { createECDH, createHash, hkdfSync } from 'node:crypto';
import { generatedSecret } from '../runtime/data-dir.ts';

/** TTL in seconds: how long a push service stores a push it can't deliver. */
const ttl = 86_400;
const timeoutMs = 10_000;

/** A VAPID key pair (P-256), both as base64url of the raw bytes. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** The order of P-256: the number of private keys. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Derives the company's key from the token secret when it is configured, so that every node has the same key;
 * otherwise from a secret generated once in the data folder.
 */
export function pushKey(tokenSecret: string | null, dataDir: string): PushKey {
  const secret = tokenSecret ?? generatedSecret(dataDir, 'push-key');
  // 128 extra bits make each key equally likely (FIPS 186-5, A.2.1).
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'headrack web push', 48));
  const number = (BigInt(`0x${bits.toString('hex')}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Push services of the browsers; `*.` matches any subdomain. */
const services = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const loopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/**
 * Returns a browser's push address, which this server calls; null unless it is an https address of a known
 * service, on the default port and without credentials. `own`: further hosts (with port), which need no TLS on loopback.
 */
export function pushAddress(endpoint: string, own: readonly string[]): URL | null {
  const url = URL.parse(endpoint);
  if (!url) return null;
  const { host, hostname, protocol, username, password } = url;
  const isOwn = own.includes(host);
  const isKnown = services.some((name) =>
    name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name,
  );
  const isSafe =
    protocol === 'https:' || (protocol === 'http:' && isOwn && loopback.test(hostname));
  const hasCredentials = username !== '' || password !== '';
  return isSafe && !hasCredentials && (isOwn || isKnown) ? url : null;
}

export interface PushAddress {
  url: URL;
  p256dh: string;
  auth: string;
}

export interface PushContent {
  /** JSON for the service worker, at most 3,000 bytes. */
  text: string;
  /** The service replaces an undelivered push with a newer one of the same subject. */
  subject: string;
  urgency: 'normal' | 'high';
}

export interface PushOutcome {
  /** `gone`: the subscription no longer exists. `refused`: our request is at fault. `later`: retry. */
  state: 'sent' | 'gone' | 'refused' | 'later';
  /** HTTP status; 0 without a response. */
  status: number;
  /** The service's Retry-After, in seconds. */
  seconds: number | null;
}

/** Encrypts a push for a browser and sends it to that browser's service (RFC 8030, 8188, 8291, 8292). */
export class PushSender {
  readonly #key: PushKey;
  readonly #contact: string;
  readonly #stopping = new AbortController();

  /** `contact`: the https: or mailto: address where the services can reach the company. */
  constructor(key: PushKey, contact: string) {
    this.#key = key;
    this.#contact = contact;
  }

  get publicKey(): string {
    return this.#key.publicKey;
  }

  async send({ url, ...keys }: PushAddress, content: PushContent): Promise<PushOutcome> {
    // Loaded on first use: a server without subscriptions never needs it.
    const { default: webPush } = await import('web-push');
    const subscription = { endpoint: url.href, keys };
    const { method, headers, body } = webPush.generateRequestDetails(subscription, content.text, {
      vapidDetails: { subject: this.#contact, ...this.#key },
      TTL: ttl,
      topic: createHash('sha256').update(content.subject).digest('base64url').slice(0, 32),
      urgency: content.urgency,
    });
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal]),
      });
      await response.body?.cancel();
      return outcomeOf(response);
    } catch {
      return { state: 'later', status: 0, seconds: null };
    }
  }

  /** Aborts the requests in flight. */
  stop(): void {
    this.#stopping.abort();
  }
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(retryAfter) ? retryAfter : null;
  return { state: stateOf(status), status, seconds };
}

function stateOf(status: number): PushOutcome['state'] {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
