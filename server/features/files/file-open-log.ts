import { documentsEvent } from '#contract/documents.ts';
import { linkSeconds } from '#contract/files.ts';
import { badgesEvent } from '#contract/portal.ts';
import { GroupCommit } from '../../platform/group-commit.ts';
import {
  systemActor,
  type Write,
  type WriteContext,
  writeTransaction,
} from '../../platform/writes.ts';
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

/** Records who opened which file; openings at about the same time share one transaction. */
export class FileOpenLog {
  readonly #ctx: WriteContext;
  readonly #group = new GroupCommit<FileOpen, undefined>((group) => this.#commit(group), {
    gatherMs,
  });

  constructor(ctx: WriteContext) {
    this.#ctx = ctx;
  }

  /** Resolves once the opening is stored; also after a failure, which must not stop the download. */
  async note(opening: FileOpen): Promise<void> {
    try {
      await this.#group.add(opening);
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

  async #commit(group: readonly FileOpen[]): Promise<undefined[]> {
    // The audit entries of a group have their own actors.
    await writeTransaction(this.#ctx, systemActor, async (write) => {
      const { publish } = write;
      const people = new Set<number>();
      for (const opening of group.toSorted(byDocument)) {
        if (await recordOpen(write, opening)) people.add(opening.userId);
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
function byDocument(a: FileOpen, b: FileOpen): number {
  return (a.given?.fileId ?? 0) - (b.given?.fileId ?? 0) || a.userId - b.userId;
}

/** Returns whether the person opened this revision of a document for the first time. */
async function recordOpen({ tx, now, audit }: Write, opening: FileOpen): Promise<boolean> {
  const { key, name, userId, ip, given } = opening;
  const target = { kind: 'file', id: key, label: name };
  await audit({ userId, ip, action: 'file.open', target });
  return given !== null && (await markOpened(tx, userId, given, now.toISOString()));
}
