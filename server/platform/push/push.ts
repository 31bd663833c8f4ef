import type { FastifyBaseLogger } from 'fastify';
import { company } from '#contract/company/profile.ts';
import type { Db } from '../../database/open.ts';
import type { Config } from '../../settings/config.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { deleteSubscription, type Subscription, selectSubscriptions } from './push.queries.ts';
import { PushSender, pushAddress, pushKey } from './push-sender.ts';

const maxConcurrent = 8;
/** Entries per queue; further pushes are dropped. */
const maxQueued = 10_000;
/** Seconds before each retry. */
const defaultPauses = [5, 30, 120];
/** Longest Retry-After that is honored, in seconds. */
const maxPause = 600;
/** Maximum characters, as many as browsers show; a push holds 3,000 bytes. */
const maxLength = { title: 80, body: 120 };

export interface PushNote {
  title: string;
  body: string;
  /** Opened on click: a path of ours, `/…`. */
  url: string;
  /** A browser shows only the newest note of a tag. */
  tag: string;
  urgency: 'normal' | 'high';
  /** Sent in the user's quiet hours, too. */
  isAlwaysSent?: boolean;
  /** Whether the user still gets it when it is sent; by default always. */
  isCurrent?: (userId: number) => Promise<boolean>;
}

/** A note for a user's browsers, or for one of them on a retry. */
interface Job {
  userId: number;
  note: PushNote;
  only: number | null;
  tries: number;
}

interface Delivery extends Job {
  to: Subscription;
}

interface Deps {
  config: Pick<Config, 'tokenSecret' | 'dataDir' | 'publicUrl' | 'pushServices'>;
  db: Db;
  log: FastifyBaseLogger;
  now: () => Date;
  realtime: Realtime;
  /** Those of the users who don't want to be disturbed now. */
  quietAmong: (userIds: readonly number[]) => Promise<ReadonlySet<number>>;
}

/**
 * Pushes to the browsers of users who have no page open and no quiet hours. Best effort: queued in memory and lost with the process.
 * A browser gets the notes of one tag in order, and only the newest queued one.
 */
export class Push {
  readonly #deps: Deps;
  readonly #pauses: readonly number[];
  #lazySender: PushSender | null = null;
  readonly #jobs = new Map<string, Job>();
  readonly #deliveries = new Map<string, Delivery>();
  readonly #retries = new Map<string, NodeJS.Timeout>();
  readonly #busy = new Set<number>();
  #isResolving = false;
  #stopped = false;

  constructor(deps: Deps, pauses: readonly number[] = defaultPauses) {
    this.#deps = deps;
    this.#pauses = pauses;
  }

  /** The company's public key, base64url. */
  get publicKey(): string {
    return this.#sender.publicKey;
  }

  /** Pushes to those of the users who have no page open on any node. Call after the commit. */
  toUsers(userIds: readonly number[], { title, body, ...rest }: PushNote): void {
    const note = { ...rest, title: cut(title, maxLength.title), body: cut(body, maxLength.body) };
    for (const userId of userIds) {
      // Saves the query for users with a page open on this node.
      if (this.#deps.realtime.isHere(userId)) continue;
      this.#enqueue({ userId, note, only: null, tries: 0 });
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#retries.values()) clearTimeout(timer);
    this.#lazySender?.stop();
  }

  get #sender(): PushSender {
    const { tokenSecret, dataDir, publicUrl } = this.#deps.config;
    this.#lazySender ??= new PushSender(pushKey(tokenSecret, dataDir), contactOf(publicUrl));
    return this.#lazySender;
  }

  #enqueue(job: Job): void {
    if (this.#stopped) return;
    put(this.#jobs, `${job.userId} ${job.only ?? ''} ${job.note.tag}`, job);
    if (!this.#isResolving) void this.#resolveJobs();
  }

  /** Finds the browsers of the queued jobs, one round after the other to keep the order. */
  async #resolveJobs(): Promise<void> {
    this.#isResolving = true;
    while (this.#jobs.size > 0 && !this.#stopped) {
      const round = [...this.#jobs.values()];
      this.#jobs.clear();
      await this.#findBrowsers(round).catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'push subscriptions could not be read');
      });
    }
    this.#isResolving = false;
  }

  async #findBrowsers(round: readonly Job[]): Promise<void> {
    const { db, realtime, now, quietAmong } = this.#deps;
    const userIds = [...new Set(round.map(({ userId }) => userId))];
    const browsers = await selectSubscriptions(db, userIds, now().toISOString());
    const owners = [...new Set(browsers.map(({ userId }) => userId))];
    if (owners.length === 0) return;
    const connected = await realtime.connectedAmong(owners);
    const quiet = await quietAmong(owners);
    const away = Map.groupBy(
      browsers.filter(({ userId }) => !connected.has(userId)),
      ({ userId }) => userId,
    );
    for (const job of round) {
      if (!job.note.isAlwaysSent && quiet.has(job.userId)) continue;
      for (const to of away.get(job.userId) ?? []) {
        if (job.only === null || job.only === to.id) this.#enqueueDelivery({ ...job, to });
      }
    }
    this.#send();
  }

  #enqueueDelivery(delivery: Delivery): void {
    const key = keyOf(delivery);
    // A newer note of the tag replaces a retry.
    if (delivery.tries > 0 && this.#deliveries.has(key)) return;
    clearTimeout(this.#retries.get(key));
    this.#retries.delete(key);
    put(this.#deliveries, key, delivery);
  }

  #send(): void {
    for (const [key, delivery] of this.#deliveries) {
      if (this.#busy.size >= maxConcurrent || this.#stopped) return;
      if (this.#busy.has(delivery.to.id)) continue;
      this.#deliveries.delete(key);
      this.#busy.add(delivery.to.id);
      void this.#deliver(delivery)
        .catch((error: unknown) => {
          this.#deps.log.warn({ err: error }, 'push failed');
        })
        .finally(() => {
          this.#busy.delete(delivery.to.id);
          this.#send();
        });
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { db, config, log } = this.#deps;
    const { to, note, userId } = delivery;
    const url = pushAddress(to.endpoint, config.pushServices);
    if (!url) return deleteSubscription(db, to.id);
    const { urgency, isAlwaysSent: _, isCurrent, ...shown } = note;
    if (isCurrent && !(await isCurrent(userId))) return;
    const content = { text: JSON.stringify(shown), subject: note.tag, urgency };
    const outcome = await this.#sender.send({ url, p256dh: to.p256dh, auth: to.auth }, content);
    if (this.#stopped || outcome.state === 'sent') return;
    if (outcome.state === 'gone') return deleteSubscription(db, to.id);
    const seconds =
      outcome.state === 'later' ? this.#pauseBefore(delivery.tries, outcome.seconds) : null;
    if (seconds !== null) this.#retry(delivery, seconds);
    // Log only the host: the address is a secret.
    else log.warn({ service: url.host, status: outcome.status }, 'push dropped');
  }

  /** Queues the note again after a pause, unless a newer one of its tag is queued. */
  #retry({ userId, note, tries, to }: Delivery, seconds: number): void {
    const key = keyOf({ note, to });
    if (this.#deliveries.has(key)) return;
    const timer = setTimeout(() => {
      this.#retries.delete(key);
      this.#enqueue({ userId, note, only: to.id, tries: tries + 1 });
    }, seconds * 1000);
    this.#retries.set(key, timer);
  }

  /** Returns the seconds until the next try; null to give up. */
  #pauseBefore(tries: number, retryAfter: number | null): number | null {
    const pause = this.#pauses[tries];
    if (pause === undefined || (retryAfter ?? 0) > maxPause) return null;
    return Math.max(pause, retryAfter ?? 0);
  }
}

function keyOf({ to, note }: Pick<Delivery, 'to' | 'note'>): string {
  return `${to.id} ${note.tag}`;
}

function put<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size < maxQueued || map.has(key)) map.set(key, value);
}

function cut(text: string, max: number): string {
  // Don't cut a surrogate pair in half.
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** The contact address for push services: https: or mailto:, and Apple's rejects localhost. */
function contactOf(publicUrl: string): string {
  const isPublic = /^https:\/\/(?!localhost(:|$))/i.test(publicUrl);
  return isPublic ? publicUrl : `mailto:${company.email}`;
}
