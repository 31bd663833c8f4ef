import { type Selectable, sql } from 'kysely';
import type { Role } from '#contract/wire/access.ts';
import { rarely } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';

export type StoredObject = Selectable<ObjectsTable>;

/** A stored file with the variants of a picture. */
export interface FileVariants extends StoredObject {
  variants?: readonly StoredObject[];
}

/** The current revision of a document, assigned to a person. */
export interface AssignedRevision {
  fileId: number;
  revision: number;
  /** Whether the person opened it before. */
  isOpened: boolean;
}

/** A person's relations to a stored file. */
export interface FileAccess {
  object: StoredObject;
  role: Role;
  /** A new password ends the links from before. */
  tokenVersion: number;
  /** The document whose current content it is, if assigned to that person. */
  given: AssignedRevision | null;
  /** Whether that person submitted it. */
  isSender: boolean;
  /** Whether that person sent or received it in a message. */
  isOfConversation: boolean;
  /** Whether it is in a thread about a settlement of that person. */
  isAsker: boolean;
  /** Whether it is in that person's driver file, or a photo of their damage. */
  isDriver: boolean;
  /** Whether a store item or a post shows it. */
  isShown: boolean;
}

function selectRelations(db: Db, asked: { userId: number; key: string }) {
  return db
    .selectFrom('objects')
    .innerJoin('users', (join) =>
      join.on('users.user_id', '=', asked.userId).on('users.closed_at', 'is', null),
    )
    .innerJoin('objects as original', (join) =>
      join.on((on) =>
        on('original.key', '=', on.fn.coalesce('objects.original_key', 'objects.key')),
      ),
    )
    .leftJoin('documents', (join) =>
      join.on((on) =>
        on.or([
          on('documents.object_key', '=', on.ref('original.key')),
          on('documents.object_key_es', '=', on.ref('original.key')),
        ]),
      ),
    )
    .leftJoin('document_assignments as given', (join) =>
      join
        .onRef('given.file_id', '=', 'documents.file_id')
        .onRef('given.user_id', '=', 'users.user_id')
        .on('given.removed_at', 'is', null),
    )
    .leftJoin('submissions', 'submissions.object_key', 'original.key')
    .leftJoin('document_assignments as sent', (join) =>
      join
        .onRef('sent.assignment_id', '=', 'submissions.assignment_id')
        .onRef('sent.user_id', '=', 'users.user_id'),
    )
    .leftJoin('driver_documents', 'driver_documents.object_key', 'original.key')
    .leftJoin('messages', (join) =>
      join
        .on(rarely(db, sql`messages.object_key = original.key`))
        .on((on) =>
          on.or([
            on('messages.low_id', '=', on.ref('users.user_id')),
            on('messages.high_id', '=', on.ref('users.user_id')),
          ]),
        ),
    )
    .leftJoin('settlement_question_messages as said', 'said.object_key', 'original.key')
    .leftJoin('settlement_questions as asked', (join) =>
      join
        .onRef('asked.question_id', '=', 'said.question_id')
        .onRef('asked.user_id', '=', 'users.user_id'),
    )
    .leftJoin('claim_photos', 'claim_photos.object_key', 'original.key')
    .leftJoin('damages', 'damages.damage_id', 'claim_photos.damage_id')
    .leftJoin('employees as driver', (join) =>
      join
        .on((on) =>
          on(
            'driver.employee_id',
            '=',
            on.fn.coalesce('driver_documents.employee_id', 'damages.employee_id'),
          ),
        )
        .onRef('driver.user_id', '=', 'users.user_id'),
    )
    .leftJoin('products', 'products.image_key', 'original.key')
    .leftJoin('posts', 'posts.image_key', 'original.key')
    .selectAll('objects')
    .select([
      'messages.id as message_id',
      'driver.employee_id as driver_id',
      'products.id as product_id',
      'posts.id as post_id',
      'users.user_role',
      'users.token_version',
      'documents.revision',
      'given.file_id',
      'given.opened',
      'sent.assignment_id as sent_for',
      'asked.question_id as asked_in',
    ])
    .where('objects.key', '=', asked.key)
    .executeTakeFirst();
}

/** The access of an open account to a stored file; undefined without either. A variant has that of its original. */
export async function selectFileAccess(
  db: Db,
  userId: number,
  key: string,
): Promise<FileAccess | undefined> {
  const row = await selectRelations(db, { userId, key });
  if (!row) return undefined;
  const {
    user_role: role,
    token_version: tokenVersion,
    revision,
    file_id: fileId,
    opened,
    ...rest
  } = row;
  const { sent_for: sentFor, asked_in: askedIn, driver_id: driverId, ...linked } = rest;
  const { message_id: messageId, ...shown } = linked;
  const { product_id: productId, post_id: postId, ...object } = shown;
  const given =
    fileId === null || revision === null ? null : { fileId, revision, isOpened: opened === 1 };
  return {
    object,
    role,
    tokenVersion,
    given,
    isSender: sentFor !== null,
    isAsker: askedIn !== null,
    isOfConversation: messageId !== null,
    isDriver: driverId !== null,
    isShown: productId !== null || postId !== null,
  };
}

/** The driver and the period of a settlement: the reader's own, or its only driver's; undefined without either. */
export async function selectSettlementName(db: Db, key: string, readerId: number) {
  const rows = await db
    .selectFrom('documents as d')
    .innerJoin('document_revisions as r', (join) =>
      join.onRef('r.file_id', '=', 'd.file_id').onRef('r.revision', '=', 'd.revision'),
    )
    .innerJoin('document_assignments as a', 'a.file_id', 'd.file_id')
    .innerJoin('employees as e', 'e.user_id', 'a.user_id')
    .select(['a.user_id', 'e.first_name', 'e.last_name', 'r.period_from', 'r.period_to'])
    .where('d.object_key', '=', key)
    .where('d.kind', '=', 'settlements')
    .where('a.removed_at', 'is', null)
    .where('r.period_to', 'is not', null)
    .execute();
  return rows.find((row) => row.user_id === readerId) ?? (rows.length === 1 ? rows[0] : undefined);
}

/** The variants of a picture. */
export async function selectVariants(db: Db, key: string): Promise<StoredObject[]> {
  return db.selectFrom('objects').selectAll().where('original_key', '=', key).execute();
}

/** Returns the keys that have a row. */
export async function selectKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('objects').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map((row) => row.key));
}

/** Inserts the rows of stored bytes and of their variants, in the transaction of the rows that refer to them. */
export async function createObject(
  tx: Db,
  { variants = [], ...object }: FileVariants,
): Promise<void> {
  await tx
    .insertInto('objects')
    .values([object, ...variants])
    .execute();
}

/** Whether a record still has the file: a hired applicant's documents are in the application and in the driver file. */
async function isStillUsed(tx: Db, key: string): Promise<boolean> {
  // Of two records that are deleted at once, the later one sees that the other is gone.
  await tx.selectFrom('objects').select('key').where('key', '=', key).forUpdate().execute();
  const { used } = await tx
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('applications').select('id').where('resume_path', '=', key)),
          eb.exists(
            eb.selectFrom('application_documents').select('id').where('object_key', '=', key),
          ),
          eb.exists(
            eb.selectFrom('driver_documents').select('document_id').where('object_key', '=', key),
          ),
        ])
        .as('used'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(used);
}

/**
 * Deletes the rows of a file and its variants, unless another record has it; pass the returned keys to `deleteBytes` after
 * the commit.
 */
export async function forgetObject(tx: Db, key: string): Promise<string[]> {
  if (await isStillUsed(tx, key)) return [];
  const variants = await tx
    .deleteFrom('objects')
    .where('original_key', '=', key)
    .returning('key')
    .execute();
  await tx.deleteFrom('objects').where('key', '=', key).execute();
  return [key, ...variants.map((variant) => variant.key)];
}

/** Whether the audit log has an opening of the file by that person at or after an instant. */
export async function hasOpened(
  db: Db,
  { key, userId, since }: { key: string; userId: number; since: string },
): Promise<boolean> {
  const opened = await db
    .selectFrom('audit')
    .select('id')
    .where('target_kind', '=', 'file')
    .where('target_id', '=', key)
    .where('user_id', '=', userId)
    .where('action', '=', 'file.open')
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return opened !== undefined;
}

/** Records that a person opened a revision, unless it is deleted; returns whether it was the first time. */
export async function markOpened(
  tx: Db,
  userId: number,
  { fileId, revision }: AssignedRevision,
  now: string,
): Promise<boolean> {
  const opened = await tx
    .insertInto('document_receipts')
    .columns(['file_id', 'revision', 'user_id', 'delivered_at', 'opened_at'])
    .expression((from) =>
      from
        .selectFrom('document_revisions as r')
        .innerJoin('users as u', (join) => join.on('u.user_id', '=', userId))
        .select((select) => [
          'r.file_id',
          'r.revision',
          'u.user_id',
          select.val(now).as('delivered_at'),
          select.val(now).as('opened_at'),
        ])
        .where('r.file_id', '=', fileId)
        .where('r.revision', '=', revision),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'revision', 'user_id'])
        .doUpdateSet((set) => ({
          opened_at: set.ref('excluded.opened_at'),
          delivered_at: set.fn.coalesce('document_receipts.delivered_at', 'excluded.delivered_at'),
        }))
        .where('document_receipts.opened_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return opened !== undefined;
}
