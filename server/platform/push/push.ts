import { company } from '#contract/company.ts';
import type { Ground } from '../ground.ts';
import { deleteSubscription, type Subscription, selectSubscriptions } from './push.queries.ts';
import { pushKey } from './push-key.ts';
import { PushSender } from './push-sender.ts';
import { pushAddress } from './push-services.ts';

/** On their way at a time. */
const atOnce = 8;
/** Waiting at a time: beyond, no more are taken. */
const mostWaiting = 10_000;
/** Seconds before each further try. */
const usualPauses = [5, 30, 120];
/** The longest that a service may ask us to wait, in seconds. */
const longestPause = 600;
/** Characters that a notice shows at a glance; a push holds 3,000 bytes. */
const longest = { title: 80, body: 120 };

/** What a person is told while no page of theirs is open. */
export interface PushNote {
  title: string;
  body: string;
  /** Where a press leads: a path of ours, `/…`. */
  url: string;
  /** Of those with the same tag a browser shows the newest alone. */
  tag: string;
  urgency: 'normal' | 'high';
}

/** A note for one person, or for one browser of theirs where the others have it. */
interface Wanted {
  userId: number;
  note: PushNote;
  only: number | null;
  tries: number;
}

interface Letter extends Wanted {
  to: Subscription;
}

type Place = Pick<Ground, 'config' | 'db' | 'log' | 'now' | 'realtime'>;

/**
 * Tells the browsers of people who have no page open. A courtesy: nobody waits for it, and it is lost with the process.
 * Of one tag a browser gets one after the other, and only the newest of what waits.
 */
export class Push {
  readonly #place: Place;
  readonly #pauses: readonly number[];
  #made: PushSender | null = null;
  readonly #wanted = new Map<string, Wanted>();
  readonly #letters = new Map<string, Letter>();
  readonly #pausing = new Map<string, NodeJS.Timeout>();
  readonly #busy = new Set<number>();
  #reading = false;
  #stopped = false;

  constructor(place: Place, pauses: readonly number[] = usualPauses) {
    this.#place = place;
    this.#pauses = pauses;
  }

  /** The company's public key, base64url. */
  get publicKey(): string {
    return this.#sender.publicKey;
  }

  /** Tells these people, those of them who have no page open on any node. Called after the commit. */
  toUsers(userIds: readonly number[], whole: PushNote): void {
    const { title, body } = whole;
    const note = { ...whole, title: cut(title, longest.title), body: cut(body, longest.body) };
    for (const userId of userIds) {
      // Asks nobody about those who are seen to be here.
      if (this.#place.realtime.isHere(userId)) continue;
      this.#want({ userId, note, only: null, tries: 0 });
    }
  }

  /** Sends nothing more. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#pausing.values()) clearTimeout(timer);
    this.#made?.stop();
  }

  get #sender(): PushSender {
    const { tokenSecret, dataDir, publicUrl } = this.#place.config;
    this.#made ??= new PushSender(pushKey(tokenSecret, dataDir), contactOf(publicUrl));
    return this.#made;
  }

  #want(wanted: Wanted): void {
    if (this.#stopped) return;
    put(this.#wanted, `${wanted.userId} ${wanted.only ?? ''} ${wanted.note.tag}`, wanted);
    if (!this.#reading) void this.#read();
  }

  /** Finds the browsers for what is wanted; one round after the other, so that what came later goes out later. */
  async #read(): Promise<void> {
    this.#reading = true;
    while (this.#wanted.size > 0 && !this.#stopped) {
      const round = [...this.#wanted.values()];
      this.#wanted.clear();
      await this.#address(round).catch((error: unknown) => {
        this.#place.log.warn({ err: error }, 'pushes could not be addressed');
      });
    }
    this.#reading = false;
  }

  async #address(round: readonly Wanted[]): Promise<void> {
    const { db, realtime, now } = this.#place;
    const userIds = [...new Set(round.map(({ userId }) => userId))];
    const browsers = await selectSubscriptions(db, userIds, now().toISOString());
    const owners = [...new Set(browsers.map(({ userId }) => userId))];
    if (owners.length === 0) return;
    const connected = await realtime.connectedAmong(owners);
    const away = Map.groupBy(
      browsers.filter(({ userId }) => !connected.has(userId)),
      ({ userId }) => userId,
    );
    for (const wanted of round) {
      for (const to of away.get(wanted.userId) ?? []) {
        if (wanted.only === null || wanted.only === to.id) this.#post({ ...wanted, to });
      }
    }
    this.#send();
  }

  #post(letter: Letter): void {
    const key = keyOf(letter);
    // A further try of what has been overtaken.
    if (letter.tries > 0 && this.#letters.has(key)) return;
    clearTimeout(this.#pausing.get(key));
    this.#pausing.delete(key);
    put(this.#letters, key, letter);
  }

  #send(): void {
    for (const [key, letter] of this.#letters) {
      if (this.#busy.size >= atOnce || this.#stopped) return;
      if (this.#busy.has(letter.to.id)) continue;
      this.#letters.delete(key);
      this.#busy.add(letter.to.id);
      void this.#deliver(letter)
        .catch((error: unknown) => {
          this.#place.log.warn({ err: error }, 'a push failed');
        })
        .finally(() => {
          this.#busy.delete(letter.to.id);
          this.#send();
        });
    }
  }

  async #deliver(letter: Letter): Promise<void> {
    const { db, config, log } = this.#place;
    const { to, note } = letter;
    const url = pushAddress(to.endpoint, config.pushServices);
    if (!url) return deleteSubscription(db, to.id);
    const { urgency, ...shown } = note;
    const content = { text: JSON.stringify(shown), subject: note.tag, urgency };
    const outcome = await this.#sender.send({ url, p256dh: to.p256dh, auth: to.auth }, content);
    if (this.#stopped || outcome.state === 'sent') return;
    if (outcome.state === 'gone') return deleteSubscription(db, to.id);
    const seconds =
      outcome.state === 'later' ? this.#pauseBefore(letter.tries, outcome.seconds) : null;
    if (seconds !== null) this.#again(letter, seconds);
    // The address is a secret; the service alone is none.
    else log.warn({ service: url.host, status: outcome.status }, 'a push is lost');
  }

  /** Later, if nothing newer has come, the person has not, and the session is still open. */
  #again({ userId, note, tries, to }: Letter, seconds: number): void {
    const key = keyOf({ note, to });
    if (this.#letters.has(key)) return;
    const timer = setTimeout(() => {
      this.#pausing.delete(key);
      this.#want({ userId, note, only: to.id, tries: tries + 1 });
    }, seconds * 1000);
    this.#pausing.set(key, timer);
  }

  /** Seconds until the next try, null when it is not worth one. */
  #pauseBefore(tries: number, asked: number | null): number | null {
    const usual = this.#pauses[tries];
    if (usual === undefined || (asked ?? 0) > longestPause) return null;
    return Math.max(usual, asked ?? 0);
  }
}

function keyOf({ to, note }: Pick<Letter, 'to' | 'note'>): string {
  return `${to.id} ${note.tag}`;
}

/** In place of an older one, else as the last. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size < mostWaiting || map.has(key)) map.set(key, value);
}

function cut(text: string, max: number): string {
  // Not in the middle of a character.
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** Where push services reach the company: they want https: or mailto:, and Apple's no localhost. */
function contactOf(publicUrl: string): string {
  const isPublic = /^https:\/\/(?!localhost(:|$))/i.test(publicUrl);
  return isPublic ? publicUrl : `mailto:${company.email}`;
}
