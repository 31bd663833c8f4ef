import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../database/open.ts';
import { tooMany } from '../runtime/errors.ts';
import { addCounts, readCounts } from './limit-counts.queries.ts';
import { Limiter, TokenBucket, type Total } from './limiter.ts';
import { networkOf, type Prefix, prefixesOf } from './lines.ts';

export { lineOf, networkOf, prefixesOf } from './lines.ts';

const minute = 60;
const hour = 3600;

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

declare const counted: unique symbol;

/** A form that was counted: nothing else may mail an address that a visitor typed. */
export interface CountedForm {
  /** Everyone together sent so many that this one may be spam: it is flagged, and mails nobody outside. */
  isFlood: boolean;
  readonly [counted]: true;
}

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
  readonly #files = new Limiter({ name: 'visitor kB', points: Infinity, duration: 24 * hour });
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
  async countForm(tx: Db, call: string, ip: string): Promise<CountedForm> {
    await this.#consume(this.#formKeys(call, ip), tx);
    return { isFlood: !(await this.#isWithin(this.#allForms, call, tx)) } as CountedForm;
  }

  /**
   * Counts bytes that a line stores of what visitors may store in 24 hours, of which so many are left: no line takes
   * more than it leaves to the others. False when it would; then nothing is counted.
   */
  async takeBytes(
    tx: Db,
    { call, ip }: { call: string; ip: string },
    bytes: number,
    left: number,
  ): Promise<boolean> {
    if (!this.#on) return true;
    const kilobytes = Math.ceil(bytes / 1000);
    const counted = prefixesOf(ip).map(
      ([prefix]) => [this.#files, this.#hash(`${call} ${prefix}`)] as const,
    );
    if (this.#shared) raise(counted, await readCounts(tx, keysOf(counted)));
    const taken = Math.max(...counted.map(([limiter, key]) => limiter.pointsOf(key)));
    if ((taken + kilobytes) * 1000 > left) return false;
    await this.#add(counted, tx, kilobytes);
    return true;
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

  async #add(counted: readonly Counted[], db = this.#shared, points = 1): Promise<void> {
    for (const [limiter, key] of counted) limiter.add(key, points);
    if (this.#shared && db) await this.#share(counted, points, db);
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
    if (this.#shared) raise(counted, await readCounts(this.#shared, keysOf(counted)));
    return Math.max(...counted.map(([limiter, key, times]) => limiter.wait(key, times)));
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#hashKey).update(key).digest().toString('base64url', 0, 16);
  }
}

const keysOf = (counted: readonly Counted[]) =>
  counted.map(([limiter, key]) => `${limiter.name} ${key}`);

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
