import { type Document, spanishFile } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  currentRow,
  isRepeat,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { deleteObjects, storeObjects } from '../files/files.service.ts';
import { selectPhotoKeysForUpdate } from '../settlement-questions/settlement-questions.service.ts';
import {
  findDocument,
  type Kind,
  selectAssigned,
  selectDocumentForUpdate,
  selectSubmittedKeysForUpdate,
} from './documents.queries.ts';
import { selectDocument } from './documents-lists.queries.ts';
import { toDto } from './documents-reading.ts';
import { markAcknowledged, selectReceiptForUpdate } from './documents-receipts.queries.ts';
import {
  assertUsers,
  changeDocument,
  createDocument,
  type NewDocument,
  publishDocuments,
  withdrawDocument,
} from './documents-writing.ts';

export {
  countNeverOpenedSettlements,
  countOutstanding,
  countToReview,
  countToSendAgain,
} from './documents-counts.queries.ts';
export { listDocuments, noteDelivery } from './documents-reading.ts';
export { assertUsers, createDocument, publishDocuments, subjectOf } from './documents-writing.ts';

/** Reads the net pay and the period of settlements that were just stored. */
export const settlementsTask = 'read settlements';

export interface Sent<B> {
  body: B;
  /** A file and its Spanish version, or one of them. */
  uploads: readonly TemporaryFile[];
}

type NewBody = Pick<NewDocument, 'acknowledge'> & {
  file_name: string;
  file_name_es?: string;
  user_ids: number[];
};
type ChangedBody = Partial<NewBody> & {
  remove_file_es?: 0 | 1 | undefined;
  version?: number | null | undefined;
};

const uploadEndpoint = (kind: Kind) => ({ name: `upload ${kind}`, status: 201 as const });

/** Throws what `uploadDocument` would throw now, before the file is decoded and stored in vain. */
export async function checkDocument(
  ctx: AppContext,
  kind: Kind,
  { user_ids: userIds }: Pick<NewBody, 'user_ids'>,
  actor: Actor,
  key: string | undefined,
): Promise<void> {
  // A repeat gets the stored reply, also when an account was closed since.
  if (await isRepeat(ctx, actor, { endpoint: uploadEndpoint(kind), key })) return;
  await assertUsers(ctx.db, userIds);
}

const byField = <T>(uploads: readonly TemporaryFile[], values: readonly T[]) =>
  Object.fromEntries(uploads.map(({ field }, at) => [field, values[at]]));

/** Says of a file for nobody that nobody sees it. */
const savedMessage = (message: string, userIds: readonly number[] | undefined) =>
  userIds?.length === 0 ? `${message} ${messages.forNobody}` : message;

/** Stores a document of any kind and assigns it, once per Idempotency-Key; an unknown user is 400. */
export function uploadDocument(
  ctx: AppContext,
  kind: Kind,
  { body, uploads }: Sent<NewBody>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; file_id: number }> {
  const hashes = uploads.map(({ sentSha256 }) => sentSha256);
  const call = {
    endpoint: uploadEndpoint(kind),
    key,
    body: { ...body, ...byField(uploads, hashes) },
  };
  return storeObjects(ctx, kind, uploads, (objects) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { file: object, [spanishFile]: objectEs } = byField(uploads, objects);
        if (!object) throw new Error('the endpoint requires a file');
        const { user_ids: userIds, file_name: fileName, acknowledge } = body;
        const { file_name_es: fileNameEs } = body;
        const document = { kind, object, fileName, fileNameEs, userIds, acknowledge };
        const file_id = await createDocument(ctx, write, actor, { ...document, objectEs });
        write.afterCommit(() => ctx.tasks.wake(settlementsTask));
        return { message: savedMessage(messages.uploaded, userIds), file_id };
      },
      call,
    ),
  );
}

/** Throws what `updateDocument` would throw now, before the file is decoded and stored in vain. */
export async function checkDocumentUpdate(
  ctx: AppContext,
  kind: Kind,
  fileId: number,
  { user_ids: userIds = [], version }: Pick<ChangedBody, 'user_ids' | 'version'>,
  getCurrent: (db: Db) => Promise<unknown>,
): Promise<void> {
  await assertUsers(ctx.db, userIds);
  const row = await findDocument(ctx.db, kind, fileId);
  await currentRow(row, version, () => getCurrent(ctx.db));
}

/** Changes a document, its people and, with a file, its content; a stale version is 409 with what `getCurrent` returns. */
export function updateDocument(
  ctx: AppContext,
  kind: Kind,
  fileId: number,
  { body, uploads }: Sent<ChangedBody>,
  actor: Actor,
  getCurrent: (tx: Db) => Promise<unknown>,
): Promise<{ message: string }> {
  const { user_ids: userIds, file_name: fileName, acknowledge, version } = body;
  return storeObjects(ctx, kind, uploads, (objects) =>
    writeTransactionResult(ctx, actor, async (write) => {
      const { file: object, [spanishFile]: sent } = byField(uploads, objects);
      const names = { fileName, fileNameEs: body.file_name_es };
      const files = { object, objectEs: sent ?? (body.remove_file_es === 1 ? null : undefined) };
      const change = { kind, fileId, userIds, ...names, acknowledge, version, ...files };
      await changeDocument(ctx, write, actor, change, () => getCurrent(write.tx));
      write.afterCommit(() => ctx.tasks.wake(settlementsTask));
      return { message: savedMessage(messages.updated, userIds) };
    }),
  );
}

/** A document as an admin's list has it; undefined when there is none. */
export async function getDocument(
  tx: Db,
  fileId: number,
  { userId }: Actor,
): Promise<Document | undefined> {
  const reader = { userId, isAdmin: true };
  const row = await selectDocument(tx, fileId, reader);
  return row && toDto(row, reader);
}

/** Deletes a document with its receipts, submitted versions and questions; 404 when it is gone. */
export function deleteDocument(
  ctx: AppContext,
  kind: Kind,
  fileId: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    const before = await selectDocumentForUpdate(tx, kind, fileId);
    if (!before) throw notFound();
    const people = await selectAssigned(tx, fileId);
    const keys = [
      before.object_key,
      ...[before.object_key_es ?? []].flat(),
      ...(await selectSubmittedKeysForUpdate(tx, fileId)),
      ...(await selectPhotoKeysForUpdate(tx, fileId)),
    ];
    await withdrawDocument(write, kind, fileId, people, true);
    await deleteRecord(tx, 'documents', fileId);
    await audit({
      action: 'document.delete',
      target: { kind: 'document', id: fileId, label: before.file_name },
      detail: { kind, revision: before.revision },
    });
    publishDocuments(write, kind, people);
    await deleteObjects(ctx, write, keys);
    return { message: messages.deleted };
  });
}

/** Confirms that the caller read the current content; 404 unless assigned, 409 unless asked for and opened. Repeating it changes nothing. */
export function acknowledge(
  ctx: AppContext,
  fileId: number,
  actor: Actor,
): Promise<{ message: string }> {
  const { userId } = actor;
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const assigned = await selectReceiptForUpdate(tx, fileId, userId);
    if (!assigned) throw notFound();
    if (assigned.acknowledge === 0) throw conflict(messages.notAsked);
    if (assigned.opened === 0) throw conflict(messages.notOpened);
    if (assigned.acknowledged === 0) {
      const { revision } = assigned;
      await markAcknowledged(tx, { fileId, revision, userId }, now.toISOString());
      await audit({
        action: 'document.acknowledge',
        target: { kind: 'document', id: fileId, label: assigned.file_name },
        detail: { revision },
      });
      publishDocuments(write, null, [userId]);
    }
    return { message: messages.acknowledged };
  });
}
