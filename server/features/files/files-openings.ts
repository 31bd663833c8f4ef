import { documentsEvent } from '#contract/documents.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Ground } from '../../platform/ground.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
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

interface Noted {
  opening: Opening;
  at: Date;
}

/** Writes down who opened which file; openings at about the same time share one transaction. */
export class Openings {
  readonly #ground: Place;
  readonly #group = new GroupCommit<Noted, undefined>((group) => this.#commit(group), { gatherMs });

  constructor(ground: Place) {
    this.#ground = ground;
  }

  /** Resolves when the opening is on the disk; also when that failed, since the reading goes on. */
  async note(opening: Opening): Promise<void> {
    try {
      await this.#group.add({ opening, at: this.#ground.now() });
    } catch (error) {
      const { key } = opening;
      this.#ground.log.error(
        { err: error, key },
        'the opening of a file could not be written down',
      );
    }
  }

  /** Writes down what waits. */
  flush(): Promise<void> {
    return this.#group.flush();
  }

  async #commit(group: readonly Noted[]): Promise<undefined[]> {
    const openedFirst = await this.#ground.db.transaction().execute(async (tx) => {
      const people = new Set<number>();
      for (const entry of group.toSorted(byDocument))
        if (await writeDown(tx, entry)) people.add(entry.opening.userId);
      return [...people];
    });
    if (openedFirst.length > 0) {
      const { realtime } = this.#ground;
      realtime.toUsers(openedFirst, documentsEvent);
      realtime.toUsers(openedFirst, badgesEvent);
      realtime.toAdmins(documentsEvent);
    }
    return group.map(() => undefined);
  }
}

/** The order in which everybody holds documents, so that no two transactions wait for each other. */
function byDocument({ opening: a }: Noted, { opening: b }: Noted): number {
  return (a.given?.fileId ?? 0) - (b.given?.fileId ?? 0) || a.userId - b.userId;
}

/** Answers whether that person opened that revision of a document for the first time. */
async function writeDown(tx: Db, { opening, at }: Noted): Promise<boolean> {
  const { key, userId, ip, given } = opening;
  await recordAudit(tx, at, { userId, ip, action: 'file.open', target: { kind: 'file', id: key } });
  return given !== null && (await markOpened(tx, userId, given, at.toISOString()));
}
