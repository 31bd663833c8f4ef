import { documentsEvent } from '#contract/documents.ts';
import { documents as say } from '#contract/messages/documents.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { dropBytes, storeObject } from '../files/files.service.ts';
import type { Kind } from './documents.queries.ts';
import { countToReview, countUnopened } from './documents-counts.queries.ts';
import { selectDocument } from './documents-lists.queries.ts';
import { lockGiven, markAcknowledged } from './documents-receipts.queries.ts';
import {
  type Actor,
  addDocument,
  changeDocument,
  type NewDocument,
  removeDocument,
  type Told,
  tell,
} from './documents-writing.ts';

/** What other features do with documents, mostly in transactions of their own. */
export { noteDelivery } from './documents-reading.ts';
export {
  type Actor,
  addDocument,
  assertUsers,
  type Told,
  tell,
} from './documents-writing.ts';

export interface Sent<B> {
  body: B;
  upload: TemporaryFile | null;
}

type NewBody = Pick<NewDocument, 'acknowledge'> & { file_name: string; user_ids: number[] };
type ChangedBody = Partial<NewBody> & { version?: number | null | undefined };

/** Stores a document of any kind and gives it to people, once per Idempotency-Key; an unknown user is 400. */
export async function uploadDocument(
  ground: Ground,
  kind: Kind,
  { body, upload }: Sent<NewBody>,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; file_id: number }> {
  const attempt = {
    caller: `user ${by.userId}`,
    call: `upload ${kind}`,
    key,
    body: { ...body, file: upload?.sha256 ?? null },
    status: 201,
  };
  let told: Told = { notices: [], people: [] };
  const reply = await storeObject(ground, kind, upload, (object) =>
    once(ground.db, ground.now(), attempt, async (tx) => {
      // The route has refused a call without a file.
      if (object === null) throw notFound();
      const { user_ids: userIds, file_name: fileName, acknowledge } = body;
      const made = await addDocument(
        tx,
        ground,
        { kind, object, fileName, userIds, acknowledge },
        by,
      );
      told = made.told;
      return { message: say.uploaded, file_id: made.fileId };
    }),
  );
  tell(ground, told);
  return reply;
}

/** Changes a document, its people and, with a file, its content; a stale version is 409 with what `present` answers. */
export async function reviseDocument(
  ground: Ground,
  kind: Kind,
  fileId: number,
  { body, upload }: Sent<ChangedBody>,
  by: Actor,
  present: (tx: Db) => Promise<unknown>,
): Promise<{ message: string }> {
  const { user_ids: userIds, file_name: fileName, acknowledge, version } = body;
  const { oldKey, told } = await storeObject(ground, kind, upload, async (object) => ({
    replayed: false,
    reply: await ground.db.transaction().execute((tx) => {
      const change = { kind, fileId, userIds, fileName, acknowledge, version, object };
      return changeDocument(tx, ground, change, by, () => present(tx));
    }),
  }));
  tell(ground, told);
  if (oldKey) await dropBytes(ground, oldKey);
  return { message: say.updated };
}

/** A document as an admin's list has it; undefined when there is none. */
export async function readDocument(
  tx: Db,
  { engine }: Ground,
  fileId: number,
  { userId }: Actor,
): Promise<unknown> {
  const json = await selectDocument(tx, engine, fileId, { userId, isAdmin: true });
  return json === undefined ? undefined : JSON.parse(json);
}

/** Deletes a document with its receipts and what was sent back for it; 404 when it is gone. */
export async function dropDocument(
  ground: Ground,
  kind: Kind,
  fileId: number,
  by: Actor,
): Promise<{ message: string }> {
  const { keys, told } = await ground.db
    .transaction()
    .execute((tx) => removeDocument(tx, ground, { kind, fileId }, by));
  tell(ground, told);
  for (const key of keys) await dropBytes(ground, key);
  return { message: say.deleted };
}

/** The caller has read the present content; 404 unless given to them, 409 unless asked for and opened. Again changes nothing. */
export async function acknowledge(
  ground: Ground,
  fileId: number,
  by: Actor,
): Promise<{ message: string }> {
  const { userId } = by;
  const now = ground.now();
  const isNew = await ground.db.transaction().execute(async (tx) => {
    const given = await lockGiven(tx, fileId, userId);
    if (!given) throw notFound();
    if (given.acknowledge === 0) throw conflict(say.notAsked);
    if (given.opened === 0) throw conflict(say.notOpened);
    if (given.acknowledged === 1) return false;
    const { revision } = given;
    await markAcknowledged(tx, { fileId, revision, userId }, now.toISOString());
    await recordAudit(tx, now, {
      ...by,
      action: 'document.acknowledge',
      target: { kind: 'document', id: fileId },
      detail: { revision },
    });
    return true;
  });
  if (isNew) {
    ground.realtime.toUsers([userId], documentsEvent);
    ground.realtime.toUsers([userId], badgesEvent);
    ground.realtime.toAdmins(documentsEvent);
  }
  return { message: say.acknowledged };
}

/** What of documents waits for a person to be opened, by kind. */
export async function unopenedDocuments(db: Db, userId: number) {
  const counts = await countUnopened(db, userId);
  return {
    unopened_training: counts.get('training') ?? 0,
    unopened_settlements: counts.get('settlements') ?? 0,
    unopened_reports: counts.get('reports') ?? 0,
    unopened_employee_files: counts.get('employee-files') ?? 0,
  };
}

/** How many people wait for an admin to judge the version that they sent back last. */
export async function submissionsToReview(db: Db): Promise<number> {
  return countToReview(db);
}
