import { documentsEvent } from '#contract/documents.ts';
import { linkSeconds } from '#contract/files.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
import { systemActor, type WriteContext, writeTransaction } from '../../platform/writes.ts';
import { type AssignedRevision, hasOpened, markOpened } from './files.queries.ts';

/** Milliseconds that an opening waits for others to share its commit (one sync to disk). */
const gatherMs = 2;

/** A person received the first bytes of a file. */
export interface FileOpen {
  key: string;
  /** The name of the uploaded file. */
  name: string;
  userId: number;
  ip: string;
  /** The document of the file, if it is assigned to that person. */
  given: AssignedRevision | null;
}

interface Noted {
  opening: FileOpen;
  at: Date;
}

/** Records who opened which file; openings at about the same time share one transaction. */
export class FileOpenLog {
  readonly #ctx: WriteContext;
  readonly #group = new GroupCommit<Noted, undefined>((group) => this.#commit(group), { gatherMs });

  constructor(ctx: WriteContext) {
    this.#ctx = ctx;
  }

  /** Resolves once the opening is stored; also after a failure, which must not stop the download. */
  async note(opening: FileOpen): Promise<void> {
    try {
      await this.#group.add({ opening, at: this.#ctx.now() });
    } catch (error) {
      const { key } = opening;
      this.#ctx.log.error({ err: error, key }, 'failed to record the opening of a file');
    }
  }

  /** Whether a request that skips byte 0 belongs to an opening: one by that person in the lifetime of a link. */
  async isOpen(key: string, userId: number): Promise<boolean> {
    const { db, now } = this.#ctx;
    const since = new Date(now().getTime() - linkSeconds * 1000).toISOString();
    return hasOpened(db, { key, userId, since });
  }

  /** Stores the waiting openings. */
  flush(): Promise<void> {
    return this.#group.flush();
  }

  async #commit(group: readonly Noted[]): Promise<undefined[]> {
    // The audit entries of a group have their own actors.
    await writeTransaction(this.#ctx, systemActor, async ({ tx, publish }) => {
      const people = new Set<number>();
      for (const entry of group.toSorted(byDocument)) {
        if (await recordOpen(tx, entry)) people.add(entry.opening.userId);
      }
      if (people.size === 0) return;
      publish([...people], documentsEvent);
      publish([...people], badgesEvent);
      publish('admins', documentsEvent);
    });
    return group.map(() => undefined);
  }
}

/** One lock order for documents, so that transactions cannot deadlock. */
function byDocument({ opening: a }: Noted, { opening: b }: Noted): number {
  return (a.given?.fileId ?? 0) - (b.given?.fileId ?? 0) || a.userId - b.userId;
}

/** Returns whether the person opened this revision of a document for the first time. */
async function recordOpen(tx: Db, { opening, at }: Noted): Promise<boolean> {
  const { key, name, userId, ip, given } = opening;
  const target = { kind: 'file', id: key, label: name };
  await recordAudit(tx, at, { userId, ip, action: 'file.open', target });
  return given !== null && (await markOpened(tx, userId, given, at.toISOString()));
}
