import { createHmac, randomBytes } from 'node:crypto';
import { general } from '#contract/messages/general.ts';
import type { Db } from '../database/open.ts';
import { HttpError, tooMany } from './errors.ts';
import { addCounts, readCounts } from './limit-counts.queries.ts';
import { Limiter, TokenBucket, type Total } from './limiter.ts';

const minute = 60;
const hour = 3600;

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

/** Whose guesses of an account's password are counted apart from those of strangers. */
export type KnownGuesser =
  /** A device that signed in to the account before. */
  | { device: string; userId: number }
  /** A user who is signed in. */
  | { userId: number };

/** Who calls: a user who is signed in, a device that signed in before, or an address. */
export type Client = { userId: number } | { device: string } | string;

/** A limiter and a key of it, hashed. */
type Counted = readonly [limiter: Limiter, key: string];

/** Of calls and connections, nodes tell each other in steps: one for every call would cost more than it protects. */
const step = 60;

interface Shared {
  /** PostgreSQL. */
  db: Db;
  /** The same on every node. */
  secret: string;
}

/**
 * Rate limits; each method throws 429 above its limit. Sign-in counts failures only. With `shared`, nodes count together:
 * calls and connections nearly, everything else exactly. Keys are hashed, so that neither memory dumps nor the database
 * name users and addresses.
 */
export class Limits {
  readonly #on: boolean;
  readonly #shared: Db | null;
  readonly #hashKey: Buffer | string;
  readonly #failures = {
    nameAndNetwork: new Limiter({ name: 'name and network', points: 5, duration: 15 * minute }),
    network: new Limiter({ name: 'network', points: 20, duration: minute }),
    // Pushing a name out costs an attacker so many hashes that it gains next to no guesses.
    name: new Limiter({ name: 'name', points: 50, duration: hour, maxKeys: 40_000 }),
    device: new Limiter({ name: 'device', points: 10, duration: 15 * minute }),
    user: new Limiter({ name: 'user', points: 5, duration: 15 * minute }),
  };
  readonly #forms = new Limiter({ name: 'form', points: 5, duration: hour });
  readonly #allForms = new Limiter({ name: 'all forms', points: 500, duration: hour });
  readonly #mails = new Limiter({ name: 'mail', points: 10, duration: hour });
  readonly #exports = new Limiter({ name: 'export', points: 5, duration: hour });
  readonly #listExports = new Limiter({ name: 'list export', points: 60, duration: hour });
  readonly #sockets = new Limiter({ name: 'socket', points: 600, duration: minute });
  readonly #calls = new Limiter({ name: 'call', points: 600, duration: minute });

  constructor(on: boolean, shared: Shared | null = null) {
    this.#on = on;
    this.#shared = shared?.db ?? null;
    this.#hashKey = shared ? `limits ${shared.secret}` : randomBytes(32);
  }

  tokenBucket(burst: number, perSecond: number): TokenBucket {
    return this.#on ? new TokenBucket(burst, perSecond) : new TokenBucket(Infinity, perSecond);
  }

  #strangerKeys(name: string, ip: string): Counted[] {
    const network = networkOf(ip);
    return [
      [this.#failures.nameAndNetwork, this.#hash(`${network} ${name}`)],
      [this.#failures.network, this.#hash(network)],
      [this.#failures.name, this.#hash(name)],
    ];
  }

  #knownKey(known: KnownGuesser): Counted {
    return 'device' in known
      ? [this.#failures.device, this.#hash(`${known.device} ${known.userId}`)]
      : [this.#failures.user, this.#hash(String(known.userId))];
  }

  /** Throws 429 after too many failures: of strangers for the account or its network, or of `known` alone. */
  async checkSignIn(name: string, ip: string, known: KnownGuesser | null = null): Promise<void> {
    if (!this.#on) return;
    const wait = await this.#wait(known ? [this.#knownKey(known)] : this.#strangerKeys(name, ip));
    if (wait > 0) throw tooMany(wait);
  }

  async signInFailed(name: string, ip: string, known: KnownGuesser | null = null): Promise<void> {
    if (!this.#on) return;
    // A stolen session must not add guesses to those of the sign-in.
    const isDevice = known !== null && 'device' in known;
    await this.#add([
      ...(known ? [this.#knownKey(known)] : []),
      ...(isDevice ? [] : this.#strangerKeys(name, ip)),
    ]);
  }

  /** 5 public forms per hour and line; above 500 of everyone together, 503. */
  async countForm(tx: Db, call: string, ip: string): Promise<void> {
    await this.#consume(this.#forms, `${call} ${lineOf(ip)}`, tx);
    try {
      await this.#consume(this.#allForms, call, tx);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { retryAfter = hour } = error;
      throw new HttpError('busy', { message: general.tooManyForms, retryAfter });
    }
  }

  /** Seconds until the line of an address may send this form again; 0 when it may now. Counts nothing. */
  async formWait(call: string, ip: string): Promise<number> {
    return this.#on ? this.#wait([[this.#forms, this.#hash(`${call} ${lineOf(ip)}`)]]) : 0;
  }

  /** 5 uses of one-time codes per hour and line. */
  async countCode(db: Db, call: string, ip: string): Promise<void> {
    await this.#consume(this.#forms, `${call} ${lineOf(ip)}`, db);
  }

  /** 5 links to the own data per hour and user, and 5 downloads. */
  async countExport(db: Db, what: 'link' | 'download', userId: number): Promise<void> {
    await this.#consume(this.#exports, `${what} ${userId}`, db);
  }

  /** 60 exported lists per hour and user. */
  async countListExport(db: Db, userId: number): Promise<void> {
    await this.#consume(this.#listExports, String(userId), db);
  }

  /** 10 mails to everyone per hour. */
  async countMail(tx: Db, sender: string): Promise<void> {
    await this.#consume(this.#mails, sender, tx);
  }

  /** 600 socket connections per minute and client. */
  countSocket(client: Client): void {
    this.#count(this.#sockets, client);
  }

  /** Takes back a connection of an address that was counted before its user was known. */
  socketSignedIn(ip: string): void {
    if (this.#on) this.#sockets.add(this.#hash(keyOf(ip)), -1);
  }

  /** 600 calls per minute and client. */
  countCall(client: Client): void {
    this.#count(this.#calls, client);
  }

  #count(limiter: Limiter, client: Client): void {
    if (!this.#on) return;
    const key = this.#hash(keyOf(client));
    const isDue = limiter.add(key, 1) >= step;
    // Without the database each node counts by itself.
    if (isDue && this.#shared) this.#share([[limiter, key]], step, this.#shared).catch(() => {});
    limiter.check(key);
  }

  async #consume(limiter: Limiter, name: string, db: Db): Promise<void> {
    if (!this.#on) return;
    const key = this.#hash(name);
    await this.#add([[limiter, key]], db);
    limiter.check(key);
  }

  async #add(counted: readonly Counted[], db = this.#shared): Promise<void> {
    for (const [limiter, key] of counted) limiter.add(key, 1);
    if (this.#shared && db) await this.#share(counted, 1, db);
  }

  async #share(counted: readonly Counted[], points: number, db: Db): Promise<void> {
    for (const [limiter, key] of counted) limiter.sent(key, points);
    const added = counted.map(([limiter, key]) => ({
      key: `${limiter.name} ${key}`,
      points,
      ms: limiter.durationMs,
    }));
    raise(counted, await addCounts(db, added));
  }

  /** The longest wait, in seconds; 0 when all keys are below their limits. */
  async #wait(counted: readonly Counted[]): Promise<number> {
    if (this.#shared) {
      const keys = counted.map(([limiter, key]) => `${limiter.name} ${key}`);
      raise(counted, await readCounts(this.#shared, keys));
    }
    return Math.max(...counted.map(([limiter, key]) => limiter.wait(key)));
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#hashKey).update(key).digest().toString('base64url', 0, 16);
  }
}

function raise(counted: readonly Counted[], totals: ReadonlyMap<string, Total>): void {
  for (const [limiter, key] of counted) {
    const total = totals.get(`${limiter.name} ${key}`);
    if (total) limiter.raise(key, total);
  }
}

function keyOf(client: Client): string {
  if (typeof client === 'string') return lineOf(client);
  return 'userId' in client ? `user ${client.userId}` : `device ${client.device}`;
}
