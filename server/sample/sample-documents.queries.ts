import type { Insertable } from 'kysely';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables.ts';
import type {
  DocumentAssignmentsTable,
  DocumentReceiptsTable,
  DocumentRevisionsTable,
  DocumentsTable,
  SubmissionsTable,
} from '../database/tables-documents.ts';
import type { NotificationsTable } from '../database/tables-people.ts';

/** Stores the rows of files whose bytes are kept. */
export async function plantObjects(
  tx: Db,
  objects: readonly Insertable<ObjectsTable>[],
): Promise<void> {
  await tx.insertInto('objects').values(objects).execute();
}

/** Stores documents and answers their ids by the key of their file. */
export async function plantDocumentRows(
  tx: Db,
  documents: readonly Insertable<DocumentsTable>[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('documents')
    .values(documents)
    .returning(['file_id', 'object_key'])
    .execute();
  return new Map(rows.map((row) => [row.object_key, row.file_id]));
}

export async function plantRevisions(
  tx: Db,
  revisions: readonly Insertable<DocumentRevisionsTable>[],
): Promise<void> {
  await tx.insertInto('document_revisions').values(revisions).execute();
}

/** Stores who is given what and answers the ids by `<file_id> <user_id>`. */
export async function plantAssignments(
  tx: Db,
  assignments: readonly Insertable<DocumentAssignmentsTable>[],
): Promise<Map<string, number>> {
  const rows = await tx
    .insertInto('document_assignments')
    .values(assignments)
    .returning(['assignment_id', 'file_id', 'user_id'])
    .execute();
  return new Map(rows.map((row) => [`${row.file_id} ${row.user_id}`, row.assignment_id]));
}

export async function plantReceipts(
  tx: Db,
  receipts: readonly Insertable<DocumentReceiptsTable>[],
): Promise<void> {
  await tx.insertInto('document_receipts').values(receipts).execute();
}

export async function plantSubmissions(
  tx: Db,
  submissions: readonly Insertable<SubmissionsTable>[],
): Promise<void> {
  await tx.insertInto('submissions').values(submissions).execute();
}

/** Stores a notice with who gets it and when they read it. */
export async function plantNotice(
  tx: Db,
  notice: Insertable<NotificationsTable>,
  recipients: readonly { user_id: number; read_at: string | null }[],
): Promise<void> {
  const { notification_id } = await tx
    .insertInto('notifications')
    .values(notice)
    .returning('notification_id')
    .executeTakeFirstOrThrow();
  const rows = recipients.map((recipient) => ({ ...recipient, notification_id }));
  await tx.insertInto('notification_recipients').values(rows).execute();
}
