import { documentsEvent } from '#contract/documents.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { badgesEvent } from '#contract/portal.ts';
import {
  addDropFile,
  type Drop,
  type DropFile,
  type Finding,
  maxDropFiles,
  openDrop,
} from '#contract/settlement-drops.ts';
import type { FormatRules } from '#contract/settlement-formats.ts';
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
import { namedIn } from './format-reading.ts';
import { readPageText } from './page-text.ts';
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
import { findingOf } from './settlement-finding.ts';
import { selectFormats } from './settlement-formats.queries.ts';

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
  const [formats, people] = [await selectFormats(db), await selectPeople(db)];
  const rows = await selectDropFiles(db, id);
  const files = rows.map((row) => toDto(row, formats, people));
  return {
    drop_id: id,
    created_at: drop.created_at,
    made_by: drop.username,
    files: findingOrder.flatMap((finding) => files.filter((file) => file.finding === finding)),
  };
}

/** A file of a drop as admins see it. */
function toDto(
  row: DropFileRow,
  formats: readonly FormatRules[],
  people: Awaited<ReturnType<typeof selectPeople>>,
): DropFile {
  const { drop_file_id, file_name, object_key: file_path, size } = row;
  return { drop_file_id, file_name, file_path, size, ...findingOf(row, formats, people) };
}

/** Doubtful files first, then those without a match. */
const findingOrder: readonly Finding[] = ['doubt', 'none', 'match'];

/** What the release before this one stored; it shows such a file as one without a match. */
const unread = { finding: 'none', user_id: null, net_pay_cents: null } as const;

/** Stores a file in a drop and reads it by the formats, once per Idempotency-Key; 404 when the drop is gone. */
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
  const { pages, fault } = await readPageText(upload.path);
  const named = namedIn({ fileName: upload.originalName, pages }, people);
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
        const isDuplicate = await isKnown(tx, dropId, object.sha256);
        await createObject(tx, object);
        const row = {
          drop_id: dropId,
          object_key: object.key,
          file_name: object.original_name,
          note: isDuplicate ? 'duplicate' : fault,
          page_text: JSON.stringify(pages),
          candidates: JSON.stringify(named),
          created_at: now.toISOString(),
          ...unread,
        } as const;
        const drop_file_id = await insertDropFile(tx, row);
        const formats = await selectFormats(tx);
        const file = toDto({ ...row, drop_file_id, size: object.size }, formats, people);
        await recordDropWrite(write, 'add', dropId, { drop_file_id, finding: file.finding });
        return { message: messages.received, drop_file_id, file };
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
