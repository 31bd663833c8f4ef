import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../database/open.ts';
import { tooMany } from '../runtime/errors.ts';
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

/** What is counted as one caller, and how many times the limit of a line it may use. */
export type Prefix = readonly [prefix: string, times: number];

/**
 * The line of an address and, for IPv6, the wider prefixes that a provider may give to one customer: without them, a /56
 * would be 256 lines. Customers with a /64 each share a /48, so it may use more than a line.
 */
export function prefixesOf(ip: string, line = lineOf(ip)): readonly Prefix[] {
  if (ipv4Of(ip) !== null) return [[line, 1]];
  const groups = prefixOf(ip).split(':');
  const site = groups.slice(0, 3).join(':');
  const home = Number.parseInt(groups[3] ?? '', 16) >> 8;
  return [
    [line, 1],
    [`${site}:${home}/56`, 2],
    [`${site}/48`, 8],
  ];
}

/** Whose guesses of an account's password are counted apart from those of strangers. */
export type KnownGuesser =
  /** A device that signed in to the account before. */
  | { device: string; userId: number }
  /** A user who is signed in. */
  | { userId: number };

/** Who calls: a user who is signed in, a device that signed in before, or an address. */
export type Client = { userId: number } | { device: string } | string;

/** A limiter, a key of it, hashed, and how many times its limit the key may use. */
type Counted = readonly [limiter: Limiter, key: string, times?: number];

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
  readonly #flaggedMails = new Limiter({ name: 'flagged mail', points: 20, duration: hour });
  readonly #mails = new Limiter({ name: 'mail', points: 10, duration: hour });
  readonly #exports = new Limiter({ name: 'export', points: 5, duration: hour });
  readonly #listExports = new Limiter({ name: 'list export', points: 60, duration: hour });
  readonly #links = new Limiter({ name: 'link', points: 30, duration: hour });
  readonly #sockets = new Limiter({ name: 'socket', points: 600, duration: minute });
  readonly #calls = new Limiter({ name: 'call', points: 600, duration: minute });
  readonly #renders = new Limiter({ name: 'render', points: 60, duration: minute });

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
      ...prefixesOf(ip, network).map(
        ([prefix, times]) => [this.#failures.network, this.#hash(prefix), times] as const,
      ),
      [this.#failures.name, this.#hash(name)],
    ];
  }

  #formKeys(call: string, ip: string): Counted[] {
    return prefixesOf(ip).map(([prefix, times]) => [
      this.#forms,
      this.#hash(`${call} ${prefix}`),
      times,
    ]);
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

  /**
   * 5 public forms per hour and line. Returns whether everyone together sent over 500: they are then flagged, not
   * refused, so that a flood can't close the form.
   */
  async countForm(tx: Db, call: string, ip: string): Promise<{ isFlood: boolean }> {
    await this.#consume(this.#formKeys(call, ip), tx);
    return { isFlood: !(await this.#isWithin(this.#allForms, call, tx)) };
  }

  /** Whether the office may be mailed about one more flagged form: 20 per hour and form. */
  async mayMailFlagged(tx: Db, call: string): Promise<boolean> {
    return this.#isWithin(this.#flaggedMails, call, tx);
  }

  /** Seconds until the line of an address may send this form again; 0 when it may now. Counts nothing. */
  async formWait(call: string, ip: string): Promise<number> {
    return this.#on ? this.#wait(this.#formKeys(call, ip)) : 0;
  }

  /** 5 wrong codes of secret links per hour and line; right ones have 256 bits and aren't guesses. */
  async countWrongCode(db: Db, call: string, ip: string): Promise<void> {
    await this.#consume(this.#formKeys(call, ip), db);
  }

  /** 30 changes per hour with one status link. */
  async countLink(db: Db, code: string): Promise<void> {
    await this.#consume([[this.#links, this.#hash(code)]], db);
  }

  /** 5 links to the own data per hour and user, and 5 downloads. */
  async countExport(db: Db, what: 'link' | 'download', userId: number): Promise<void> {
    await this.#consume([[this.#exports, this.#hash(`${what} ${userId}`)]], db);
  }

  /** 60 exported lists per hour and user. */
  async countListExport(db: Db, userId: number): Promise<void> {
    await this.#consume([[this.#listExports, this.#hash(String(userId))]], db);
  }

  /** 10 mails to everyone per hour. */
  async countMail(tx: Db, sender: string): Promise<void> {
    await this.#consume([[this.#mails, this.#hash(sender)]], tx);
  }

  /** 600 socket connections per minute and client. */
  countSocket(client: Client): void {
    this.#count(this.#sockets, client);
  }

  /** Takes back a connection of an address that was counted before its user was known. */
  socketSignedIn(ip: string): void {
    if (!this.#on) return;
    for (const [, key] of this.#clientKeys(this.#sockets, ip)) this.#sockets.add(key, -1);
  }

  /** 600 calls per minute and client. */
  countCall(client: Client): void {
    this.#count(this.#calls, client);
  }

  /** 60 renders of pages per minute and line. */
  countRender(ip: string): void {
    this.#count(this.#renders, ip);
  }

  #count(limiter: Limiter, client: Client): void {
    if (!this.#on) return;
    for (const counted of this.#clientKeys(limiter, client)) {
      const [, key, times] = counted;
      const isDue = limiter.add(key, 1) >= step;
      // Without the database each node counts by itself.
      if (isDue && this.#shared) this.#share([counted], step, this.#shared).catch(() => {});
      limiter.check(key, times);
    }
  }

  #clientKeys(limiter: Limiter, client: Client): Counted[] {
    return prefixesOfClient(client).map(([name, times]) => [limiter, this.#hash(name), times]);
  }

  /** The wider prefixes last: what a line is refused isn't counted for its neighbors. */
  async #consume(counted: readonly Counted[], db: Db): Promise<void> {
    if (!this.#on) return;
    for (const one of counted) {
      await this.#add([one], db);
      const [limiter, key, times] = one;
      limiter.check(key, times);
    }
  }

  /** Counts like `#consume`; above the limit returns false. */
  async #isWithin(limiter: Limiter, name: string, db: Db): Promise<boolean> {
    if (!this.#on) return true;
    const key = this.#hash(name);
    await this.#add([[limiter, key]], db);
    return !limiter.isOver(key);
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
    return Math.max(...counted.map(([limiter, key, times]) => limiter.wait(key, times)));
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

function prefixesOfClient(client: Client): readonly Prefix[] {
  if (typeof client === 'string') return prefixesOf(client);
  return [['userId' in client ? `user ${client.userId}` : `device ${client.device}`, 1]];
}
