import { documentsEvent } from '#contract/documents.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { badgesEvent } from '#contract/portal.ts';
import { type Finding, matchNotes } from '#contract/rules/settlement-reading.ts';
import {
  addDropFile,
  type Drop,
  type DropFile,
  maxDropFiles,
  openDrop,
} from '#contract/settlement-drops.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { createObject, deleteObjects, storeObject } from '../files/files.service.ts';
import { readSettlement } from './page-text.ts';
import {
  countDropFiles,
  type DropFileRow,
  deleteDrop,
  deleteEmptyDrops,
  insertDrop,
  insertDropFile,
  isKnown,
  removeDropFiles,
  selectDrop,
  selectDropFiles,
  selectDropForUpdate,
  selectDropOf,
  selectPeople,
  selectWaiting,
} from './settlement-drops.queries.ts';
import type { Match } from './settlement-match.ts';

export { countFilesToPublish } from './settlement-drops.queries.ts';

const emptyDropDays = 30;

/** Audits a write to a drop, and reloads the office's counts. */
export function recordDropWrite(
  { audit, publish }: Write,
  verb: 'create' | 'add' | 'remove' | 'publish' | 'delete',
  id: number,
  detail: Record<string, unknown> = {},
): Promise<void> {
  publish('admins', badgesEvent);
  const target = { kind: 'settlement-drop', id, label: '' };
  return audit({ action: `settlement-drop.${verb}`, target, detail });
}

/** Creates an empty drop, once per Idempotency-Key. */
export function createDrop(
  ctx: AppContext,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; drop_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const row = { made_by: actor.userId, created_at: write.now.toISOString() };
      const id = await insertDrop(write.tx, row);
      await recordDropWrite(write, 'create', id);
      return { message: messages.opened, drop_id: id };
    },
    { endpoint: openDrop, key, body: null },
  );
}

/** Drops with files, newest first. */
export async function waitingDrops(db: Db) {
  const rows = await selectWaiting(db);
  return rows.map(({ drop_id, created_at, username, waiting }) => ({
    drop_id,
    created_at,
    made_by: username,
    waiting,
  }));
}

/** A drop with its files, doubtful ones first; 404 when it is gone. */
export async function getDrop(db: Db, id: number): Promise<Drop> {
  const drop = await selectDrop(db, id);
  if (!drop) throw notFound(messages.gone);
  const files = toDtos(await selectDropFiles(db, id), await selectPeople(db));
  return {
    drop_id: id,
    created_at: drop.created_at,
    made_by: drop.username,
    files: findingOrder.flatMap((finding) => files.filter((file) => file.finding === finding)),
  };
}

/** Files of a drop as admins see them, without candidates whose accounts are closed. */
function toDtos(
  rows: readonly DropFileRow[],
  people: Awaited<ReturnType<typeof selectPeople>>,
): DropFile[] {
  const byId = new Map(people.map((person) => [person.user_id, person]));
  return rows.map((row) => {
    const found = JSON.parse(row.candidates) as Match['candidates'];
    // A file that the previous release stored has no doubts.
    const candidates = found.flatMap(({ userId, reasons, against = [] }) => {
      const person = byId.get(userId);
      if (!person) return [];
      return [{ user_id: userId, name: personName(person), reasons, against }];
    });
    const isGone = found.length > 0 && candidates.length === 0 && row.note !== 'duplicate';
    const finding: Finding = isGone ? 'none' : row.finding;
    return {
      drop_file_id: row.drop_file_id,
      file_name: row.file_name,
      file_path: row.object_key,
      size: row.size,
      finding,
      note: isGone ? 'none' : (matchNotes.find((known) => known === row.note) ?? null),
      user_id: finding === 'match' ? row.user_id : null,
      candidates,
    };
  });
}

/** Doubtful files first, then those without a match. */
const findingOrder: readonly Finding[] = ['doubt', 'none', 'match'];

/** A duplicate needs a review even if it matches. */
function duplicate(match: Match): Match {
  return { ...match, finding: 'doubt', note: 'duplicate', userId: null };
}

/** Stores a file in a drop and proposes its driver, once per Idempotency-Key; 404 when the drop is gone. */
export async function createDropFile(
  ctx: AppContext,
  dropId: number,
  upload: TemporaryFile,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; drop_file_id: number; file: DropFile }> {
  if (!(await selectDrop(ctx.db, dropId))) throw notFound(messages.gone);
  // Outside the transaction and before the bytes move: reading may take seconds.
  const people = await selectPeople(ctx.db);
  const { path, originalName: fileName } = upload;
  const { match: found, netPayCents } = await readSettlement({ path, fileName, people });
  if (!found) throw new Error('the reader was not asked for a match');
  const body = { dropId, file: upload.sentSha256, name: upload.originalName };
  return storeObject(ctx, 'settlements', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, now } = write;
        if (!object || !(await selectDropForUpdate(tx, dropId))) throw notFound(messages.gone);
        if ((await countDropFiles(tx, dropId)) >= maxDropFiles) {
          throw conflict(messages.full(maxDropFiles));
        }
        const match = (await isKnown(tx, dropId, object.sha256)) ? duplicate(found) : found;
        await createObject(tx, object);
        const row = {
          drop_id: dropId,
          object_key: object.key,
          file_name: object.original_name,
          finding: match.finding,
          note: match.note,
          user_id: match.userId,
          candidates: JSON.stringify(match.candidates),
          net_pay_cents: netPayCents,
          created_at: now.toISOString(),
        };
        const id = await insertDropFile(tx, row);
        await recordDropWrite(write, 'add', dropId, { drop_file_id: id, finding: match.finding });
        const [file] = toDtos([{ ...row, drop_file_id: id, size: object.size }], people);
        return { message: messages.received, drop_file_id: id, file: file as DropFile };
      },
      { endpoint: addDropFile, key, body },
    ),
  );
}

/** Removes a file from its drop; 404 when it is gone. */
export function removeFile(
  ctx: AppContext,
  fileId: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, publish } = write;
    const dropId = await selectDropOf(tx, fileId);
    if (dropId === undefined || !(await selectDropForUpdate(tx, dropId))) throw notFound();
    const [removed] = await removeDropFiles(tx, dropId, [fileId]);
    if (!removed) throw notFound();
    await deleteObjects(ctx, write, [removed.object_key]);
    await recordDropWrite(write, 'remove', dropId, { drop_file_id: fileId });
    publish('admins', documentsEvent);
    return { message: messages.removed };
  });
}

/** Discards a drop with the files that were not published; 404 when it is gone. */
export function discardDrop(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, publish } = write;
    if (!(await selectDropForUpdate(tx, id))) throw notFound(messages.gone);
    const removed = await removeDropFiles(tx, id, null);
    await deleteDrop(tx, id);
    await deleteObjects(
      ctx,
      write,
      removed.map(({ object_key }) => object_key),
    );
    await recordDropWrite(write, 'delete', id, { files: removed.length });
    publish('admins', documentsEvent);
    return { message: messages.discarded };
  });
}

/** Deletes empty drops after a month; those with files stay. */
export async function sweepDrops(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const oldest = ctx.now().getTime() - emptyDropDays * 86_400_000;
  await deleteEmptyDrops(ctx.db, new Date(oldest).toISOString());
}
