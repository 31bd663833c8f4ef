import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './errors.ts';

const minute = 60;
const hour = 3600;

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function networkOf(ip: string): string {
  if (ip.startsWith('::ffff:')) return networkOf(ip.slice(7));
  if (!ip.includes(':')) return ip.split('.').slice(0, 3).join('.');
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

/** A token bucket per user, in this process; on the monotonic clock. */
export class TokenBucket {
  readonly #msPerToken: number;
  readonly #burstMs: number;
  /** User → when (ms) the bucket is full again. */
  readonly #fullAt = new Map<number, number>();

  constructor(burst: number, perSecond: number) {
    this.#msPerToken = 1000 / perSecond;
    this.#burstMs = burst * this.#msPerToken;
  }

  /** Takes a token and returns 0; without one, returns the whole seconds until the next. Synchronous, to keep the order of events. */
  take(userId: number): number {
    const now = performance.now();
    const fullAt = Math.max(this.#fullAt.get(userId) ?? 0, now) + this.#msPerToken;
    const wait = fullAt - now - this.#burstMs;
    // Tolerates rounding errors.
    if (wait > 0.001) return Math.ceil(wait / 1000);
    this.#fullAt.set(userId, fullAt);
    return 0;
  }
}

/** Rate limits, counted in this process; each method throws 429 above its limit. Sign-in counts failures only. */
export class Limits {
  readonly #on: boolean;
  readonly #failures = {
    nameAndNetwork: new RateLimiterMemory({ points: 5, duration: 15 * minute }),
    address: new RateLimiterMemory({ points: 20, duration: minute }),
    name: new RateLimiterMemory({ points: 50, duration: hour }),
  };
  readonly #forms = new RateLimiterMemory({ points: 5, duration: hour });
  readonly #mails = new RateLimiterMemory({ points: 10, duration: hour });
  readonly #sockets = new RateLimiterMemory({ points: 600, duration: minute });
  readonly #calls = new RateLimiterMemory({ points: 600, duration: minute });

  constructor(on: boolean) {
    this.#on = on;
  }

  tokenBucket(burst: number, perSecond: number): TokenBucket {
    return this.#on ? new TokenBucket(burst, perSecond) : new TokenBucket(Infinity, perSecond);
  }

  #signInKeys(name: string, ip: string) {
    return [
      [this.#failures.nameAndNetwork, `${networkOf(ip)} ${name}`],
      [this.#failures.address, ip],
      [this.#failures.name, name],
    ] as const;
  }

  /** Throws 429 after too many failures of the account or the address. */
  async checkSignIn(name: string, ip: string): Promise<void> {
    if (!this.#on) return;
    for (const [limiter, key] of this.#signInKeys(name, ip)) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= limiter.points) throw tooMany(seconds(state));
    }
  }

  async signInFailed(name: string, ip: string): Promise<void> {
    if (!this.#on) return;
    for (const [limiter, key] of this.#signInKeys(name, ip)) await limiter.penalty(key, 1);
  }

  /** 5 public forms per hour and address. */
  async countForm(call: string, ip: string): Promise<void> {
    await this.#consume(this.#forms, `${call} ${ip}`);
  }

  /** Seconds until the address may send this form again; 0 when it may now. Counts nothing. */
  async formWait(call: string, ip: string): Promise<number> {
    if (!this.#on) return 0;
    const state = await this.#forms.get(`${call} ${ip}`);
    return state && state.consumedPoints >= this.#forms.points ? seconds(state) : 0;
  }

  /** 10 mails to everyone per hour. */
  async countMail(sender: string): Promise<void> {
    await this.#consume(this.#mails, sender);
  }

  /** 600 socket connections per minute and address or user. */
  async countSocket(client: string): Promise<void> {
    await this.#consume(this.#sockets, client);
  }

  /** 600 calls per minute and address. */
  async countCall(ip: string): Promise<void> {
    await this.#consume(this.#calls, ip);
  }

  async #consume(limiter: RateLimiterMemory, key: string): Promise<void> {
    if (!this.#on) return;
    try {
      await limiter.consume(key);
    } catch (rejected) {
      throw tooMany(seconds(rejected as RateLimiterRes));
    }
  }
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
