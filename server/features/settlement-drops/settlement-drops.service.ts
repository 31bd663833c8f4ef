import { documentsEvent } from '#contract/documents.ts';
import { settlementDrops as say } from '#contract/messages/settlement-drops.ts';
import { type Drop, type DropFile, dropFilesMost } from '#contract/settlement-drops.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import type { Actor } from '../documents/documents.service.ts';
import { addObject, dropBytes, forgetObject, storeObject } from '../files/files.service.ts';
import { inOrderOfDoubt, presentFiles } from './drop-files.ts';
import type { PageReader } from './page-text.ts';
import {
  countDropFiles,
  deleteDrop,
  deleteEmptyDrops,
  insertDrop,
  insertDropFile,
  isKnown,
  lockDrop,
  removeDropFiles,
  selectDrop,
  selectDropFiles,
  selectDropOf,
  selectPeople,
  selectWaiting,
} from './settlement-drops.queries.ts';
import { type Match, matchSettlement } from './settlement-match.ts';

const emptyDropDays = 30;

/** What a write to a drop is recorded as. */
export async function recordOnDrop(
  tx: Db,
  now: Date,
  by: Actor,
  verb: 'create' | 'add' | 'remove' | 'publish' | 'delete',
  id: number,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const target = { kind: 'settlement-drop', id };
  await recordAudit(tx, now, { ...by, action: `settlement-drop.${verb}`, target, detail });
}

/** Begins a drop, once per Idempotency-Key. */
export async function beginDrop(
  ground: Ground,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; drop_id: number }> {
  const now = ground.now();
  const caller = `user ${by.userId}`;
  const attempt = { caller, call: 'openDrop', key, body: null, status: 201 };
  const { reply } = await once(ground.db, now, attempt, async (tx) => {
    const id = await insertDrop(tx, { made_by: by.userId, created_at: now.toISOString() });
    await recordOnDrop(tx, now, by, 'create', id);
    return { message: say.opened, drop_id: id };
  });
  return reply;
}

/** Drops that hold something, newest first. */
export async function waitingDrops(db: Db) {
  const rows = await selectWaiting(db);
  return rows.map(({ drop_id, created_at, username, waiting }) => ({
    drop_id,
    created_at,
    made_by: username,
    waiting,
  }));
}

/** A drop with its files, those to look at first; 404 when it is gone. */
export async function readDrop(db: Db, id: number): Promise<Drop> {
  const drop = await selectDrop(db, id);
  if (!drop) throw notFound(say.gone);
  const files = presentFiles(await selectDropFiles(db, id), await selectPeople(db));
  return {
    drop_id: id,
    created_at: drop.created_at,
    made_by: drop.username,
    files: inOrderOfDoubt(files),
  };
}

/** The same settlement twice is looked at, however well it fits. */
function duplicate(match: Match): Match {
  return { ...match, finding: 'doubt', note: 'duplicate', userId: null };
}

/** Stores a file in a drop and says whom it seems to be for, once per Idempotency-Key; 404 when the drop is gone. */
export async function addFile(
  ground: Ground,
  reader: PageReader,
  dropId: number,
  upload: TemporaryFile,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; drop_file_id: number; file: DropFile }> {
  if (!(await selectDrop(ground.db, dropId))) throw notFound(say.gone);
  // Before the bytes are moved, and outside of the transaction: it may take seconds.
  const page = await reader.read(upload.path);
  const people = await selectPeople(ground.db);
  const found = matchSettlement(people, upload.originalName, page);
  const now = ground.now();
  const attempt = {
    caller: `user ${by.userId}`,
    call: 'addDropFile',
    key,
    body: { dropId, file: upload.sha256, name: upload.originalName },
    status: 201,
  };
  return storeObject(ground, 'settlements', upload, (object) =>
    once(ground.db, now, attempt, async (tx) => {
      if (!object || !(await lockDrop(tx, dropId))) throw notFound(say.gone);
      if ((await countDropFiles(tx, dropId)) >= dropFilesMost) {
        throw conflict(say.full(dropFilesMost));
      }
      const match = (await isKnown(tx, dropId, object.sha256)) ? duplicate(found) : found;
      await addObject(tx, object);
      const row = {
        drop_id: dropId,
        object_key: object.key,
        file_name: object.original_name,
        finding: match.finding,
        note: match.note,
        user_id: match.userId,
        candidates: JSON.stringify(match.candidates),
        created_at: now.toISOString(),
      };
      const id = await insertDropFile(tx, row);
      await recordOnDrop(tx, now, by, 'add', dropId, { drop_file_id: id, finding: match.finding });
      const [file] = presentFiles([{ ...row, drop_file_id: id, size: object.size }], people);
      return { message: say.received, drop_file_id: id, file: file as DropFile };
    }),
  );
}

/** Takes a file out of its drop; 404 when it is gone. */
export async function removeFile(
  ground: Ground,
  fileId: number,
  by: Actor,
): Promise<{ message: string }> {
  const key = await ground.db.transaction().execute(async (tx) => {
    const dropId = await selectDropOf(tx, fileId);
    if (dropId === undefined || !(await lockDrop(tx, dropId))) throw notFound();
    const [removed] = await removeDropFiles(tx, ground.engine, dropId, [fileId]);
    if (!removed) throw notFound();
    await forgetObject(tx, removed.object_key);
    await recordOnDrop(tx, ground.now(), by, 'remove', dropId, { drop_file_id: fileId });
    return removed.object_key;
  });
  await dropBytes(ground, key);
  ground.realtime.toAdmins(documentsEvent);
  return { message: say.removed };
}

/** Discards a drop with the files that were not published; 404 when it is gone. */
export async function discardDrop(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const keys = await ground.db.transaction().execute(async (tx) => {
    if (!(await lockDrop(tx, id))) throw notFound(say.gone);
    const removed = await removeDropFiles(tx, ground.engine, id, null);
    await deleteDrop(tx, id);
    for (const { object_key } of removed) await forgetObject(tx, object_key);
    await recordOnDrop(tx, ground.now(), by, 'delete', id, { files: removed.length });
    return removed.map(({ object_key }) => object_key);
  });
  for (const key of keys) await dropBytes(ground, key);
  ground.realtime.toAdmins(documentsEvent);
  return { message: say.discarded };
}

/** Takes drops away that were begun a month ago and hold nothing; those with files wait. */
export async function sweepDrops(ground: Pick<Ground, 'db' | 'now'>): Promise<void> {
  const oldest = ground.now().getTime() - emptyDropDays * 86_400_000;
  await deleteEmptyDrops(ground.db, new Date(oldest).toISOString());
}
