import { documentsEvent } from '#contract/documents.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Ground } from '../../platform/ground.ts';
import { type Given, markOpened } from './files.queries.ts';

type Place = Pick<Ground, 'db' | 'log' | 'now' | 'realtime'>;

/** Milliseconds that an opening waits for others, so that one commit serves them all. */
const gatherMs = 2;

/** The first bytes of a file go out to a person. */
export interface Opening {
  key: string;
  userId: number;
  ip: string;
  /** The document that the bytes are of, where it is given to that person. */
  given: Given | null;
}

interface Waiting {
  opening: Opening;
  at: Date;
  written: () => void;
}

/** Writes down who opened which file; openings at about the same time share one transaction. */
export class Openings {
  readonly #ground: Place;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(ground: Place) {
    this.#ground = ground;
  }

  /** Resolves when the opening is on the disk; also when that failed, since the reading goes on. */
  note(opening: Opening): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ opening, at: this.#ground.now(), written: resolve });
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs);
    return promise;
  }

  /** Writes down what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const group = this.#waiting;
    this.#waiting = [];
    // One group after the other: two at once could each wait for a receipt of the other.
    if (group.length > 0) this.#writing = this.#writing.then(() => this.#write(group));
    return this.#writing;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#commit(group);
    } catch (error) {
      // One that cannot be written must not take the others with it.
      if (group.length > 1) await Promise.all(group.map((entry) => this.#write([entry])));
      else this.#complain(group, error);
    }
    for (const { written } of group) written();
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    const openedFirst = await this.#ground.db.transaction().execute(async (tx) => {
      const people = new Set<number>();
      for (const entry of group.toSorted(byDocument))
        if (await writeDown(tx, entry)) people.add(entry.opening.userId);
      return [...people];
    });
    if (openedFirst.length === 0) return;
    const { realtime } = this.#ground;
    realtime.toUsers(openedFirst, documentsEvent);
    realtime.toUsers(openedFirst, badgesEvent);
    realtime.toAdmins(documentsEvent);
  }

  #complain(group: readonly Waiting[], error: unknown): void {
    const keys = group.map(({ opening }) => opening.key);
    this.#ground.log.error({ err: error, keys }, 'the opening of a file could not be written down');
  }
}

/** The order in which everybody holds documents, so that no two transactions wait for each other. */
function byDocument({ opening: a }: Waiting, { opening: b }: Waiting): number {
  return (a.given?.fileId ?? 0) - (b.given?.fileId ?? 0) || a.userId - b.userId;
}

/** Answers whether that person opened that revision of a document for the first time. */
async function writeDown(tx: Db, { opening, at }: Waiting): Promise<boolean> {
  const { key, userId, ip, given } = opening;
  await recordAudit(tx, at, { userId, ip, action: 'file.open', target: { kind: 'file', id: key } });
  return given !== null && (await markOpened(tx, userId, given, at.toISOString()));
}
