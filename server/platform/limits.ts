import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './errors.ts';

const minute = 60;
const hour = 3600;

/** The network that an address belongs to: /24 for IPv4, /64 for IPv6. */
export function networkOf(ip: string): string {
  if (ip.startsWith('::ffff:')) return networkOf(ip.slice(7));
  if (!ip.includes(':')) return ip.split('.').slice(0, 3).join('.');
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

/** How often each may: so many at once, and then so many a second; counted in this process, also when its clock jumps. */
export class Pace {
  readonly #every: number;
  readonly #ahead: number;
  /** Who → when (ms) all of the burst is theirs again. */
  readonly #restored = new Map<number, number>();

  constructor(burst: number, perSecond: number) {
    this.#every = 1000 / perSecond;
    this.#ahead = burst * this.#every;
  }

  /** One more: 0 when it may be, else the whole seconds until the next may. Known at once, so that an order is kept. */
  take(userId: number): number {
    const now = performance.now();
    const restored = Math.max(this.#restored.get(userId) ?? 0, now) + this.#every;
    const wait = restored - now - this.#ahead;
    // A hundred sums of a fraction are a little off.
    if (wait > 0.001) return Math.ceil(wait / 1000);
    this.#restored.set(userId, restored);
    return 0;
  }
}

/** How often is too often, counted in this process. Sign-in counts failures, never successes. */
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

  /** A pace for each person's events. */
  pace(burst: number, perSecond: number): Pace {
    return this.#on ? new Pace(burst, perSecond) : new Pace(Infinity, perSecond);
  }

  #signInKeys(name: string, ip: string) {
    return [
      [this.#failures.nameAndNetwork, `${networkOf(ip)} ${name}`],
      [this.#failures.address, ip],
      [this.#failures.name, name],
    ] as const;
  }

  /** Refuses with 429 when that account or that address has failed too often. */
  async checkSignIn(name: string, ip: string): Promise<void> {
    if (!this.#on) return;
    for (const [limiter, key] of this.#signInKeys(name, ip)) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= limiter.points) throw tooMany(seconds(state));
    }
  }

  /** Notes a failed sign-in. */
  async signInFailed(name: string, ip: string): Promise<void> {
    if (!this.#on) return;
    for (const [limiter, key] of this.#signInKeys(name, ip)) await limiter.penalty(key, 1);
  }

  /** A public form was sent: refuses with 429 above 5 an hour from one address. */
  async countForm(call: string, ip: string): Promise<void> {
    await this.#consume(this.#forms, `${call} ${ip}`);
  }

  /** Somebody writes to everybody: refuses with 429 above 10 an hour. */
  async countMail(who: string): Promise<void> {
    await this.#consume(this.#mails, who);
  }

  /** A page connects: refuses with 429 above 600 a minute from one address or by one person. */
  async countSocket(who: string): Promise<void> {
    await this.#consume(this.#sockets, who);
  }

  /** A call came in: refuses with 429 above 600 a minute from one address. */
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
