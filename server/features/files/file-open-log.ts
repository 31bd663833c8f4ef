import { documentsEvent } from '#contract/documents.ts';
import { linkSeconds } from '#contract/files.ts';
import { badgesEvent } from '#contract/portal.ts';
import { type WriteContext, writeTransaction } from '../../platform/writes/writes.ts';
import { type AssignedRevision, hasOpened, markOpened } from './files.queries.ts';

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

/** Records who opened which file. Resolves also after a failure, which must not stop the download. */
export async function recordOpening(ctx: WriteContext, opening: FileOpen): Promise<void> {
  const { key, name, userId, ip, given } = opening;
  const target = { kind: 'file', id: key, label: name };
  try {
    await writeTransaction(ctx, { userId, ip }, async ({ tx, now, audit, publish }) => {
      await audit({ action: 'file.open', target });
      if (!given || !(await markOpened(tx, userId, given, now.toISOString()))) return;
      publish([userId], documentsEvent);
      publish([userId], badgesEvent);
      publish('admins', documentsEvent);
    });
  } catch (error) {
    ctx.log.error({ err: error, key }, 'failed to record the opening of a file');
  }
}

/** Whether a request that skips byte 0 belongs to an opening: one by that person in the lifetime of a link. */
export function isOpen(
  { db, now }: Pick<WriteContext, 'db' | 'now'>,
  key: string,
  userId: number,
): Promise<boolean> {
  const since = new Date(now().getTime() - linkSeconds * 1000).toISOString();
  return hasOpened(db, { key, userId, since });
}
