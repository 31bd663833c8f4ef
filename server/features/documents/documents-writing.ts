import { documentsEvent } from '#contract/documents.ts';
import { documents as say } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import type { Notification } from '#contract/notifications.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { addObject, forgetObject } from '../files/files.service.ts';
import { notify, tellNotice } from '../notifications/notifications.service.ts';
import {
  assign,
  changeDocumentRow,
  type DocumentRow,
  deleteDocument,
  forgetReminders,
  holdUsers,
  insertDocument,
  insertRevision,
  type Kind,
  lockDocument,
  lockSubmittedKeys,
  selectAssigned,
  unassign,
} from './documents.queries.ts';
import { notices } from './documents-words.ts';

export interface Actor {
  userId: number;
  ip: string;
}

/** What open pages are told after the commit. */
export interface Told {
  notices: { recipients: number[]; event: Notification }[];
  /** Whose lists have changed; admins are told anyway. */
  people: number[];
}

export interface NewDocument {
  kind: Kind;
  object: ObjectsTable;
  /** The object has its row already. */
  isStored?: boolean;
  /** Whoever calls notifies the people. */
  isQuiet?: boolean;
  /** '': the file's own. */
  fileName: string;
  /** Open accounts, each once; may be empty. */
  userIds: readonly number[];
  acknowledge: 0 | 1;
}

/** What is undefined stays as it is. */
export interface DocumentChange {
  kind: Kind;
  fileId: number;
  fileName?: string | undefined;
  /** Everybody who has it from now on. */
  userIds?: readonly number[] | undefined;
  acknowledge?: 0 | 1 | undefined;
  /** A new content: the receipts start over. */
  object?: ObjectsTable | null;
  /** As last read; a stale one is 409. */
  version?: number | null | undefined;
}

/** Refuses ids that are no open accounts with 400; the others stay open until the transaction ends. */
export async function assertUsers(tx: Db, ground: Ground, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const open = new Set(await holdUsers(tx, ground.engine, ids));
  const unknown = ids.filter((id) => !open.has(id));
  if (unknown.length === 0) return;
  const sentence = say.unknownUser(unknown);
  throw invalid({ user_ids: sentence }, sentence);
}

async function addRevision(
  tx: Db,
  fileId: number,
  revision: number,
  object: ObjectsTable,
  at: string,
) {
  const { sha256, size, original_name } = object;
  await insertRevision(tx, {
    file_id: fileId,
    revision,
    sha256,
    size,
    original_name,
    uploaded_at: at,
  });
}

/** One notice to these people, none when there are none. */
async function noticeTo(
  tx: Db,
  now: Date,
  recipients: number[],
  message: string,
  by: Actor,
): Promise<Told['notices']> {
  if (recipients.length === 0) return [];
  return [
    { recipients, event: await notify(tx, now, { message, recipients, senderId: by.userId }) },
  ];
}

/** Adds a document in the caller's transaction and notifies who is given it; an unknown user is 400. */
export async function addDocument(
  tx: Db,
  ground: Ground,
  { kind, object, isStored = false, isQuiet = false, fileName, userIds, acknowledge }: NewDocument,
  by: Actor,
): Promise<{ fileId: number; told: Told }> {
  const now = ground.now();
  const at = now.toISOString();
  const people = [...userIds];
  const name = fileName || object.original_name;
  await assertUsers(tx, ground, people);
  if (!isStored) await addObject(tx, object);
  const fileId = await insertDocument(tx, {
    kind,
    file_name: name,
    object_key: object.key,
    acknowledge,
    uploaded_by: by.userId,
    uploaded_at: at,
  });
  await addRevision(tx, fileId, 1, object, at);
  await assign(tx, ground.engine, fileId, people, at);
  await recordAudit(tx, now, {
    ...by,
    action: 'document.create',
    target: { kind: 'document', id: fileId },
    detail: { kind, user_ids: people, acknowledge },
  });
  const recipients = isQuiet ? [] : people;
  const told = await noticeTo(tx, now, recipients, notices[kind].notice(name), by);
  return { fileId, told: { notices: told, people } };
}

async function changePeople(
  tx: Db,
  ground: Ground,
  fileId: number,
  userIds: readonly number[] | undefined,
  at: string,
) {
  const before = await selectAssigned(tx, fileId);
  const [had, has] = [new Set(before), new Set(userIds ?? before)];
  const added = [...has.difference(had)];
  const removed = [...had.difference(has)];
  if (added.length > 0) await assign(tx, ground.engine, fileId, added, at);
  if (removed.length > 0) await unassign(tx, ground.engine, fileId, removed, at);
  return { added, removed, stayed: [...had.intersection(has)] };
}

/** The columns that the change sets to something else. */
function columnsOf(before: DocumentRow, { fileName, acknowledge }: DocumentChange) {
  const set = Object.entries({ file_name: fileName, acknowledge }).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof DocumentRow],
  );
  return Object.fromEntries(set) as Partial<Pick<DocumentRow, 'file_name' | 'acknowledge'>>;
}

/**
 * Changes a document in the caller's transaction: 404 for another kind's, 409 with what `present` answers when stale.
 * The bytes under `oldKey` go after the commit.
 */
export async function changeDocument(
  tx: Db,
  ground: Ground,
  change: DocumentChange,
  by: Actor,
  present?: () => Promise<unknown>,
): Promise<{ oldKey: string | null; told: Told }> {
  const { kind, fileId, object, userIds, version } = change;
  const now = ground.now();
  const at = now.toISOString();
  // Users first, then the document: the order in which the closing of an account holds them.
  if (userIds) await assertUsers(tx, ground, userIds);
  const before = await lockDocument(tx, kind, fileId);
  if (!before) throw notFound();
  if (version && version !== before.version) throw conflict(general.stale, await present?.());
  const columns = columnsOf(before, change);
  const { added, removed, stayed } = await changePeople(tx, ground, fileId, userIds, at);
  const changed = [
    ...Object.keys(columns),
    ...(added.length + removed.length > 0 ? ['user_ids'] : []),
    ...(object ? ['content'] : []),
  ];
  if (changed.length === 0) return { oldKey: null, told: { notices: [], people: [] } };

  const revision = before.revision + (object ? 1 : 0);
  if (object) {
    await addObject(tx, object);
    await addRevision(tx, fileId, revision, object, at);
    await forgetReminders(tx, fileId);
  }
  const content = object ? { object_key: object.key, revision, uploaded_at: at } : {};
  await changeDocumentRow(tx, fileId, { ...columns, ...content });
  if (object) await forgetObject(tx, before.object_key);
  await recordAudit(tx, now, {
    ...by,
    action: 'document.update',
    target: { kind: 'document', id: fileId },
    detail: { kind, changed, added, removed, revision },
  });
  const name = columns.file_name ?? before.file_name;
  const words = notices[kind];
  const told = [
    ...(await noticeTo(tx, now, added, words.notice(name), by)),
    ...(object ? await noticeTo(tx, now, stayed, words.replaced(name), by) : []),
  ];
  return {
    oldKey: object ? before.object_key : null,
    told: { notices: told, people: [...stayed, ...added, ...removed] },
  };
}

/** Deletes a document with all that belongs to it in the caller's transaction; the bytes under `keys` go after the commit. */
export async function removeDocument(
  tx: Db,
  ground: Ground,
  { kind, fileId }: { kind: Kind; fileId: number },
  by: Actor,
): Promise<{ keys: string[]; told: Told }> {
  const before = await lockDocument(tx, kind, fileId);
  if (!before) throw notFound();
  const people = await selectAssigned(tx, fileId);
  const keys = [before.object_key, ...(await lockSubmittedKeys(tx, fileId))];
  await deleteDocument(tx, fileId);
  for (const key of keys) await forgetObject(tx, key);
  await recordAudit(tx, ground.now(), {
    ...by,
    action: 'document.delete',
    target: { kind: 'document', id: fileId },
    detail: { kind, revision: before.revision },
  });
  return { keys, told: { notices: [], people } };
}

/** Tells the open pages of those concerned, and of admins, what a committed write has changed. */
export function tell(ground: Ground, { notices: sent, people }: Told): void {
  const { realtime } = ground;
  for (const { recipients, event } of sent) tellNotice(ground, recipients, event);
  realtime.toUsers(people, documentsEvent);
  realtime.toUsers(people, badgesEvent);
  realtime.toAdmins(documentsEvent);
}
