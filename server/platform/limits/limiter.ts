import { tooMany } from '../runtime/errors.ts';

/** Keys that are counted at the same time; the one used longest ago makes room. */
const maxKeys = 10_000;

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
}

interface Count {
  points: number;
  /** Of these, how many other nodes haven't been told of. */
  unsent: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** What all nodes have counted for a key. */
export interface Total {
  points: number;
  /** Milliseconds until the count starts over. */
  ms: number;
}

interface LimiterOptions {
  /** Unlike those of other limiters. */
  name: string;
  points: number;
  /** Seconds from the first point of a key until its count starts over. */
  duration: number;
  maxKeys?: number;
}

/** Counts per key, for a limited number of keys, in this process. */
export class Limiter {
  readonly name: string;
  readonly points: number;
  readonly durationMs: number;
  readonly #maxKeys: number;
  /** The key used longest ago first. */
  readonly #counts = new Map<string, Count>();

  constructor({ name, points, duration, ...options }: LimiterOptions) {
    this.name = name;
    this.points = points;
    this.durationMs = duration * 1000;
    this.#maxKeys = options.maxKeys ?? maxKeys;
  }

  /** Returns the seconds until the key is below the limit, or so many times it, again; 0 when it is. */
  wait(key: string, times = 1): number {
    const count = this.#current(key);
    return count && count.points >= this.points * times ? secondsUntil(count) : 0;
  }

  /** Counts without limiting; -1 takes one back. Returns how many points other nodes haven't been told of. */
  add(key: string, points: number): number {
    const count = this.#current(key) ?? this.#start();
    count.points += points;
    count.unsent += points;
    this.#use(key, count);
    return count.unsent;
  }

  pointsOf(key: string): number {
    return this.#current(key)?.points ?? 0;
  }

  /** Whether more was counted than the limit, or so many times it. */
  isOver(key: string, times = 1): boolean {
    return this.pointsOf(key) > this.points * times;
  }

  /** Throws 429 when `isOver`. */
  check(key: string, times = 1): void {
    const count = this.#current(key);
    if (count && this.isOver(key, times)) throw tooMany(secondsUntil(count));
  }

  /** Other nodes are told of so many points. */
  sent(key: string, points: number): void {
    const count = this.#current(key);
    if (count) count.unsent -= points;
  }

  /** Takes over what all nodes have counted, if it is more. */
  raise(key: string, total: Total): void {
    const count = this.#current(key) ?? this.#start();
    const points = total.points + count.unsent;
    if (points <= count.points) return;
    count.points = points;
    count.endsAt = performance.now() + total.ms;
    this.#use(key, count);
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#counts.size;
  }

  #start(): Count {
    return { points: 0, unsent: 0, endsAt: performance.now() + this.durationMs };
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key);
    return count && count.endsAt > performance.now() ? count : undefined;
  }

  #use(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size <= this.#maxKeys) return;
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      break;
    }
  }
}

function secondsUntil({ endsAt }: Count): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
}
