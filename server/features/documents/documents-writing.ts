import { documentsEvent } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { employeeFiles } from '#contract/messages/employee-files.ts';
import { badgesEvent } from '#contract/portal.ts';
import { t } from '#contract/text/languages.ts';
import type { Db } from '../../database/open.ts';
import { insertRecord, updateRecord } from '../../database/records.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { invalid } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
} from '../../platform/writes/writes.ts';
import { createObject, deleteObjects } from '../files/files.service.ts';
import { type NewNotification, notify, withdraw } from '../notifications/notifications.service.ts';
import { questionLinks } from '../settlement-questions/settlement-questions.service.ts';
import {
  assign,
  forgetReminders,
  insertRevision,
  type Kind,
  selectAssigned,
  selectDocumentForUpdate,
  selectUsersForShare,
  unassign,
} from './documents.queries.ts';

interface NotificationTexts {
  /** For new assignees. */
  notice: (name: string) => string;
  /** For assignees of a replaced document. */
  replaced: (name: string) => string;
}

const texts: Record<Kind, NotificationTexts> = {
  ...messages.kinds,
  'employee-files': employeeFiles,
};

/** The portal pages that list them. */
const links: Record<Kind, string> = {
  training: '/TrainingFiles',
  settlements: '/Settlements',
  reports: '/Reports',
  'employee-files': '/EmployeeFiles',
};

/** The kind and the link of a notification about documents of a kind: to one of them, or to their page. */
export function subjectOf(kind: Kind, fileId?: number): Pick<NewNotification, 'kind' | 'link'> {
  const link = fileId === undefined ? links[kind] : `${links[kind]}?file=${fileId}`;
  return { kind: kind === 'settlements' ? 'settlement' : 'file', link };
}

/**
 * Withdraws the notices about a document from the people who had it, also those about several documents, which may name
 * it; if it is deleted, from everyone.
 */
export async function withdrawDocument(
  write: Write,
  kind: Kind,
  fileId: number,
  userIds: readonly number[],
  isDeleted = false,
): Promise<void> {
  const [one, several] = [subjectOf(kind, fileId).link ?? '', links[kind]];
  const questions = await questionLinks(write.tx, fileId);
  await withdraw(write, [one, several, ...questions], userIds);
  if (isDeleted) await withdraw(write, [one, ...questions]);
}

export interface NewDocument {
  kind: Kind;
  object: ObjectsTable;
  /** Its Spanish version. */
  objectEs?: ObjectsTable | null;
  /** The row of the object exists already. */
  isStored?: boolean;
  /** The caller notifies the people and updates their pages. */
  isQuiet?: boolean;
  /** '' for the name of the file. */
  fileName: string;
  fileNameEs?: string;
  /** Open accounts, each once; may be empty. */
  userIds: readonly number[];
  acknowledge: 0 | 1;
  /** What a format has read in a settlement; null when it wasn't read. */
  read?: { netPayCents: number | null; period: { from: string; to: string } | null } | null;
  /** Readings of a settlement that were cut off. */
  readingAttempts?: number;
}

/** Undefined values stay unchanged. */
export interface DocumentChange {
  kind: Kind;
  fileId: number;
  fileName?: string | undefined;
  fileNameEs?: string | undefined;
  /** All assignees. */
  userIds?: readonly number[] | undefined;
  acknowledge?: 0 | 1 | undefined;
  /** New content, with new receipts. */
  object?: ObjectsTable | null;
  /** Its Spanish version, which starts no receipts. Null removes it, as new content without one does. */
  objectEs?: ObjectsTable | null | undefined;
  /** As last read. */
  version?: number | null | undefined;
}

/** Throws 400 unless all ids are open accounts, which stay open until the transaction ends. */
export async function assertUsers(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const open = new Set(await selectUsersForShare(tx, ids));
  const unknown = ids.filter((id) => !open.has(id));
  if (unknown.length === 0) return;
  const sentence = messages.unknownUser(unknown);
  throw invalid({ user_ids: sentence }, sentence);
}

async function createRevision(
  tx: Db,
  fileId: number,
  revision: number,
  object: ObjectsTable,
  at: string,
  { read = null, readingAttempts = 0 }: Pick<NewDocument, 'read' | 'readingAttempts'> = {},
) {
  const { sha256, size, original_name } = object;
  await insertRevision(tx, {
    file_id: fileId,
    revision,
    sha256,
    size,
    original_name,
    uploaded_at: at,
    net_pay_cents: read?.netPayCents ?? null,
    page_read_at: read && at,
    period_from: read?.period?.from ?? null,
    period_to: read?.period?.to ?? null,
    period_read_at: read && at,
    reading_attempts: readingAttempts,
  });
}

/** Adds a document, assigns it and notifies its people; an unknown user is 400. Returns its id. */
export async function createDocument(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  {
    kind,
    object,
    objectEs = null,
    isStored = false,
    isQuiet = false,
    fileName,
    fileNameEs = '',
    userIds,
    ...rest
  }: NewDocument,
): Promise<number> {
  const { tx, now, audit } = write;
  const { acknowledge } = rest;
  const at = now.toISOString();
  const name = fileName || object.original_name;
  await assertUsers(tx, userIds);
  if (!isStored) await createObject(tx, object);
  if (objectEs) await createObject(tx, objectEs);
  const fileId = await insertRecord(tx, 'documents', {
    kind,
    file_name: name,
    file_name_es: fileNameEs,
    object_key: object.key,
    object_key_es: objectEs?.key ?? null,
    acknowledge,
    uploaded_by: actor.userId,
    uploaded_at: at,
  });
  await createRevision(tx, fileId, 1, object, at, rest);
  await assign(tx, fileId, userIds, at);
  await audit({
    action: 'document.create',
    target: { kind: 'document', id: fileId, label: name },
    detail: { kind, user_ids: userIds, acknowledge, ...hashOf(objectEs) },
  });
  if (!isQuiet) {
    const message = () => texts[kind].notice(t(name, fileNameEs || name));
    await notify(ctx, write, actor.userId, [
      { ...subjectOf(kind, fileId), message, recipients: userIds },
    ]);
    publishDocuments(write, kind, userIds);
  }
  return fileId;
}

/** Revisions have the hash of the English content. */
const hashOf = (objectEs: ObjectsTable | null | undefined) =>
  objectEs ? { sha256_es: objectEs.sha256 } : {};

async function changePeople(
  tx: Db,
  fileId: number,
  userIds: readonly number[] | undefined,
  at: string,
) {
  const before = await selectAssigned(tx, fileId);
  const [had, has] = [new Set(before), new Set(userIds ?? before)];
  const added = [...has.difference(had)];
  const removed = [...had.difference(has)];
  if (added.length > 0) await assign(tx, fileId, added, at);
  if (removed.length > 0) await unassign(tx, fileId, removed, at);
  return { added, removed, stayed: [...had.intersection(has)] };
}

/**
 * Changes a document: 404 for another kind's, 409 with what `getCurrent` returns when stale.
 * The bytes of replaced content are deleted after the commit.
 */
export async function changeDocument(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  { kind, fileId, fileName, fileNameEs, acknowledge, userIds, version, ...content }: DocumentChange,
  getCurrent: () => Promise<unknown>,
): Promise<void> {
  const { tx, now, audit } = write;
  const { object, objectEs = object ? null : undefined } = content;
  const at = now.toISOString();
  // Users before documents: closing an account locks them in this order.
  if (userIds) await assertUsers(tx, userIds);
  const row = await selectDocumentForUpdate(tx, kind, fileId);
  const before = await currentRow(row, version, getCurrent);
  const columns = changedColumns(before, {
    ...{ file_name: fileName, file_name_es: fileNameEs, acknowledge },
  });
  const keyEs = objectEs === undefined ? before.object_key_es : (objectEs?.key ?? null);
  const isSpanishNew = keyEs !== before.object_key_es;
  const { added, removed, stayed } = await changePeople(tx, fileId, userIds, at);
  const changed = [
    ...Object.keys(columns),
    ...(added.length + removed.length > 0 ? ['user_ids'] : []),
    ...(object ? ['content'] : []),
    ...(isSpanishNew ? ['content_es'] : []),
  ];
  if (changed.length === 0) return;

  const revision = before.revision + (object ? 1 : 0);
  if (objectEs) await createObject(tx, objectEs);
  if (object) {
    await createObject(tx, object);
    await createRevision(tx, fileId, revision, object, at);
    await forgetReminders(tx, fileId);
  }
  const current = object ? { object_key: object.key, revision, uploaded_at: at } : {};
  await updateRecord(tx, 'documents', fileId, { ...columns, ...current, object_key_es: keyEs });
  if (object) await deleteObjects(ctx, write, [before.object_key]);
  if (isSpanishNew) await deleteObjects(ctx, write, [before.object_key_es ?? []].flat());
  const { file_name: name, file_name_es: spanishName } = { ...before, ...columns };
  await audit({
    action: 'document.update',
    target: { kind: 'document', id: fileId, label: name },
    detail: {
      ...{ kind, changed },
      ...(added.length > 0 && { added }),
      ...(removed.length > 0 && { removed }),
      ...(object && { revision }),
      ...hashOf(objectEs),
    },
  });
  const subject = subjectOf(kind, fileId);
  const ownName = () => t(name, spanishName || name);
  await withdrawDocument(write, kind, fileId, removed);
  await notify(ctx, write, actor.userId, [
    { ...subject, message: () => texts[kind].notice(ownName()), recipients: added },
    {
      ...subject,
      message: () => texts[kind].replaced(ownName()),
      recipients: object ? stayed : [],
    },
  ]);
  publishDocuments(write, kind, [...stayed, ...added, ...removed]);
}

/** Updates the open pages of these people and of admins after the commit; `kind` is null for several kinds. */
export function publishDocuments(
  { publish }: Write,
  kind: Kind | null,
  people: readonly number[],
): void {
  publish(people, documentsEvent);
  publish(people, badgesEvent);
  publish('admins', documentsEvent);
  // The people of a file change the number of versions that await a review.
  if (kind === 'employee-files') publish('admins', badgesEvent);
}
