import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { general } from '#contract/messages/general.ts';
import { HttpError, tooMany } from './errors.ts';

const minute = 60;
const hour = 3600;

/** Keys that a limiter counts at the same time; the one used longest ago makes room. All full take 54 MB. */
const maxKeys = 10_000;

/** Returns the dotted form of an IPv4 address, also of one mapped to IPv6; null for any other. */
function ipv4Of(ip: string): string | null {
  const bare = /^::ffff:/i.test(ip) ? ip.slice(7) : ip;
  return bare.includes(':') ? null : bare;
}

/** Returns the /64 of an IPv6 address. */
function prefixOf(ip: string): string {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  const first = [...groups, ...zeros, ...rest].slice(0, 4);
  return first.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function networkOf(ip: string): string {
  const ipv4 = ipv4Of(ip);
  return ipv4 === null ? prefixOf(ip) : ipv4.split('.').slice(0, 3).join('.');
}

/** Returns what a provider gives to one customer: an IPv4 address, or the /64 of an IPv6 address. */
export function lineOf(ip: string): string {
  return ipv4Of(ip) ?? prefixOf(ip);
}

/** A token bucket per user, in this process; on the monotonic clock. */
export class TokenBucket {
  readonly #msPerToken: number;
  readonly #burstMs: number;
  readonly #maxUsers: number;
  /** User → when (ms) the bucket is full again; the user seen longest ago first. */
  readonly #fullAt = new Map<number, number>();

  constructor(burst: number, perSecond: number, maxUsers = maxKeys) {
    this.#msPerToken = 1000 / perSecond;
    this.#burstMs = burst * this.#msPerToken;
    this.#maxUsers = maxUsers;
  }

  /** Takes a token and returns 0; without one, returns the whole seconds until the next. Synchronous, to keep the order of events. */
  take(userId: number): number {
    const now = performance.now();
    const fullAt = Math.max(this.#fullAt.get(userId) ?? 0, now) + this.#msPerToken;
    const wait = fullAt - now - this.#burstMs;
    // Tolerates rounding errors.
    if (wait > 0.001) return Math.ceil(wait / 1000);
    this.#fullAt.delete(userId);
    this.#fullAt.set(userId, fullAt);
    if (this.#fullAt.size > this.#maxUsers) {
      for (const [oldest] of this.#fullAt) {
        this.#fullAt.delete(oldest);
        break;
      }
    }
    return 0;
  }

  /** Number of buckets in memory. */
  get size(): number {
    return this.#fullAt.size;
  }
}

interface LimiterOptions {
  points: number;
  /** Seconds. */
  duration: number;
  maxKeys?: number;
}

/** Counts per key, for a limited number of keys. */
export class Limiter {
  readonly points: number;
  readonly #memory: RateLimiterMemory;
  readonly #maxKeys: number;
  /** The key used longest ago first. */
  readonly #recent = new Set<string>();

  constructor({ points, duration, ...options }: LimiterOptions) {
    this.points = points;
    this.#memory = new RateLimiterMemory({ points, duration });
    this.#maxKeys = options.maxKeys ?? maxKeys;
  }

  /** Returns the seconds until the key is below the limit again; 0 when it is. Counts nothing. */
  async wait(key: string): Promise<number> {
    const state = await this.#memory.get(key);
    return state && state.consumedPoints >= this.points ? seconds(state) : 0;
  }

  /** Counts without limiting; -1 takes one back. */
  async add(key: string, points: 1 | -1): Promise<void> {
    await this.#touch(key);
    await this.#memory.penalty(key, points);
  }

  /** Counts; throws 429 above the limit. */
  async consume(key: string): Promise<void> {
    await this.#touch(key);
    try {
      await this.#memory.consume(key);
    } catch (rejected) {
      throw tooMany(seconds(rejected as RateLimiterRes));
    }
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#recent.size;
  }

  async #touch(key: string): Promise<void> {
    this.#recent.delete(key);
    this.#recent.add(key);
    if (this.#recent.size <= this.#maxKeys) return;
    for (const oldest of this.#recent) {
      this.#recent.delete(oldest);
      await this.#memory.delete(oldest);
      break;
    }
  }
}

/** Whose guesses of an account's password are counted apart from those of strangers. */
export type KnownGuesser =
  /** A device that signed in to the account before. */
  | { device: string; userId: number }
  /** A user who is signed in. */
  | { userId: number };

/** Who calls: a user who is signed in, a device that signed in before, or an address. */
export type Client = { userId: number } | { device: string } | string;

/**
 * Rate limits, counted in this process; each method throws 429 above its limit. Sign-in counts failures only.
 * Keys are hashed, so that memory dumps name no users and no addresses.
 */
export class Limits {
  readonly #on: boolean;
  readonly #hashKey = randomBytes(32);
  readonly #failures = {
    nameAndNetwork: new Limiter({ points: 5, duration: 15 * minute }),
    network: new Limiter({ points: 20, duration: minute }),
    // Pushing a name out costs an attacker so many hashes that it gains next to no guesses.
    name: new Limiter({ points: 50, duration: hour, maxKeys: 40_000 }),
    device: new Limiter({ points: 10, duration: 15 * minute }),
    user: new Limiter({ points: 5, duration: 15 * minute }),
  };
  readonly #forms = new Limiter({ points: 5, duration: hour });
  readonly #allForms = new Limiter({ points: 500, duration: hour });
  readonly #mails = new Limiter({ points: 10, duration: hour });
  readonly #exports = new Limiter({ points: 5, duration: hour });
  readonly #sockets = new Limiter({ points: 600, duration: minute });
  readonly #calls = new Limiter({ points: 600, duration: minute });

  constructor(on: boolean) {
    this.#on = on;
  }

  tokenBucket(burst: number, perSecond: number): TokenBucket {
    return this.#on ? new TokenBucket(burst, perSecond) : new TokenBucket(Infinity, perSecond);
  }

  #strangerKeys(name: string, ip: string) {
    const network = networkOf(ip);
    return [
      [this.#failures.nameAndNetwork, this.#hash(`${network} ${name}`)],
      [this.#failures.network, this.#hash(network)],
      [this.#failures.name, this.#hash(name)],
    ] as const;
  }

  #knownKey(known: KnownGuesser) {
    return 'device' in known
      ? ([this.#failures.device, this.#hash(`${known.device} ${known.userId}`)] as const)
      : ([this.#failures.user, this.#hash(String(known.userId))] as const);
  }

  /** Throws 429 after too many failures: of strangers for the account or its network, or of `known` alone. */
  async checkSignIn(name: string, ip: string, known: KnownGuesser | null = null): Promise<void> {
    if (!this.#on) return;
    const keys = known ? [this.#knownKey(known)] : this.#strangerKeys(name, ip);
    for (const [limiter, key] of keys) {
      const wait = await limiter.wait(key);
      if (wait > 0) throw tooMany(wait);
    }
  }

  async signInFailed(name: string, ip: string, known: KnownGuesser | null = null): Promise<void> {
    if (!this.#on) return;
    // A stolen session must not add guesses to those of the sign-in.
    const isDevice = known !== null && 'device' in known;
    const keys = [
      ...(known ? [this.#knownKey(known)] : []),
      ...(isDevice ? [] : this.#strangerKeys(name, ip)),
    ];
    for (const [limiter, key] of keys) await limiter.add(key, 1);
  }

  /** 5 public forms per hour and line; above 500 of everyone together, 503. */
  async countForm(call: string, ip: string): Promise<void> {
    await this.countCode(call, ip);
    try {
      await this.#consume(this.#allForms, call);
    } catch (error) {
      const { retryAfter = hour } = error as HttpError;
      throw new HttpError('busy', { message: general.tooManyForms, retryAfter });
    }
  }

  /** Seconds until the line of an address may send this form again; 0 when it may now. Counts nothing. */
  async formWait(call: string, ip: string): Promise<number> {
    return this.#on ? this.#forms.wait(this.#hash(`${call} ${lineOf(ip)}`)) : 0;
  }

  /** 5 uses of one-time codes per hour and line. */
  async countCode(call: string, ip: string): Promise<void> {
    await this.#consume(this.#forms, `${call} ${lineOf(ip)}`);
  }

  /** 5 links to the own data per hour and user, and 5 downloads. */
  async countExport(what: 'link' | 'download', userId: number): Promise<void> {
    await this.#consume(this.#exports, `${what} ${userId}`);
  }

  /** 10 mails to everyone per hour. */
  async countMail(sender: string): Promise<void> {
    await this.#consume(this.#mails, sender);
  }

  /** 600 socket connections per minute and client. */
  async countSocket(client: Client): Promise<void> {
    await this.#consume(this.#sockets, keyOf(client));
  }

  /** Takes back a connection of an address that was counted before its user was known. */
  async socketSignedIn(ip: string): Promise<void> {
    if (this.#on) await this.#sockets.add(this.#hash(keyOf(ip)), -1);
  }

  /** 600 calls per minute and client. */
  async countCall(client: Client): Promise<void> {
    await this.#consume(this.#calls, keyOf(client));
  }

  async #consume(limiter: Limiter, key: string): Promise<void> {
    if (this.#on) await limiter.consume(this.#hash(key));
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#hashKey).update(key).digest().toString('base64url', 0, 16);
  }
}

function keyOf(client: Client): string {
  if (typeof client === 'string') return lineOf(client);
  return 'userId' in client ? `user ${client.userId}` : `device ${client.device}`;
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
