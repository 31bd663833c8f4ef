import { isAmong, unindexed } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/http/lists.ts';

/** A part of a list: those after `before`. */
export interface Part {
  limit?: number | undefined;
  before?: Cursor | null | undefined;
}

/** Assignments of open accounts, without removed ones; those of some files when given. */
function openAssignments(db: Db, fileIds?: readonly number[]) {
  const query = db
    .selectFrom('documents as d')
    .innerJoin('document_assignments as a', 'a.file_id', 'd.file_id')
    .innerJoin('users', 'users.user_id', 'a.user_id')
    .where('a.removed_at', 'is', null)
    .where('users.closed_at', 'is', null);
  if (!fileIds) return query.where('d.kind', '=', 'employee-files');
  // By the index of kinds SQLite would read every employee file.
  return query
    .where(unindexed('d.kind'), '=', 'employee-files')
    .where(isAmong(db, 'd.file_id', fileIds));
}

/** The same, each with its latest version. */
function withLatest(db: Db, fileIds?: readonly number[]) {
  return openAssignments(db, fileIds).leftJoin('submissions as s', (join) =>
    join.onRef('s.assignment_id', '=', 'a.assignment_id').on('s.version_number', '=', (eb) =>
      eb
        .selectFrom('submissions as other')
        .select((max) => max.fn.max('other.version_number').as('latest'))
        .whereRef('other.assignment_id', '=', 'a.assignment_id'),
    ),
  );
}

/** Assignments, newest file first, each with its latest version and receipt; of one person when given. */
export async function selectAssignments(
  db: Db,
  userId: number | null,
  { limit, before }: Part = {},
) {
  let query = withLatest(db)
    .innerJoin('objects as o', 'o.key', 'd.object_key')
    .leftJoin('document_receipts as r', (join) =>
      join
        .onRef('r.file_id', '=', 'd.file_id')
        .onRef('r.revision', '=', 'd.revision')
        .onRef('r.user_id', '=', 'a.user_id'),
    )
    .select([
      'a.assignment_id',
      'd.file_id',
      'a.user_id',
      'd.file_name',
      'd.object_key',
      'd.uploaded_at',
      'd.version',
      'd.revision',
      'o.kind',
      'o.size',
      'd.acknowledge',
      's.status',
      's.submission_id',
      's.judged_at',
      'r.delivered_at',
      'r.opened_at',
      'r.acknowledged_at',
    ])
    .orderBy(userId === null ? 'd.uploaded_at' : unindexed('d.uploaded_at'), 'desc')
    .orderBy('a.assignment_id', 'desc');
  if (userId !== null) query = query.where('a.user_id', '=', userId);
  if (before) {
    const { at, id } = before;
    // No row comparison: the index has the time only.
    query = query
      .where('d.uploaded_at', '<=', at)
      .where((eb) => eb.or([eb('d.uploaded_at', '<', at), eb('a.assignment_id', '<', id)]));
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** Files, newest first, also unassigned ones. */
export async function selectFiles(db: Db, which: { fileId: number } | Part) {
  let query = db
    .selectFrom('documents as d')
    .innerJoin('objects as o', 'o.key', 'd.object_key')
    .select([
      'd.file_id',
      'd.file_name',
      'd.object_key',
      'd.uploaded_at',
      'd.version',
      'd.revision',
      'o.kind',
      'o.size',
      'd.acknowledge',
    ])
    .where('d.kind', '=', 'employee-files')
    .orderBy('d.uploaded_at', 'desc')
    .orderBy('d.file_id', 'desc');
  if ('fileId' in which) return query.where('d.file_id', '=', which.fileId).execute();
  const { limit, before } = which;
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('d.uploaded_at', 'd.file_id'), '<', eb.tuple(before.at, before.id)),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** The assignees of files with their latest versions. */
export async function selectHolders(db: Db, fileIds: readonly number[]) {
  return withLatest(db, fileIds)
    .select(['d.file_id', 'a.user_id', 's.submission_id', 's.judged_at'])
    .orderBy('a.user_id')
    .execute();
}

/** The reasons of versions, newest first. */
export async function selectReasons(db: Db, fileIds: readonly number[]) {
  return openAssignments(db, fileIds)
    .innerJoin('submissions as s', 's.assignment_id', 'a.assignment_id')
    .select(['d.file_id', 's.submission_id', 's.reason'])
    .where('s.reason', '<>', '')
    .orderBy('s.submission_id', 'desc')
    .execute();
}

/** Open accounts with their names. */
export async function selectPeople(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['users.user_id', 'username', 'user_role', 'first_name', 'last_name'])
    .where('closed_at', 'is', null)
    .execute();
}

/** A person's versions, newest first. */
export async function selectVersionsOf(db: Db, userId: number) {
  return openAssignments(db)
    .innerJoin('submissions as s', 's.assignment_id', 'a.assignment_id')
    .select([
      's.assignment_id',
      's.submission_id',
      's.version_number',
      's.status',
      's.submitted_at',
      's.object_key',
    ])
    .where('a.user_id', '=', userId)
    .orderBy('s.version_number', 'desc')
    .execute();
}

/** An open assignment; of that person when given. */
export async function selectAssignment(db: Db, id: number, userId: number | null) {
  const query = openAssignments(db)
    .select(['a.assignment_id', 'a.user_id'])
    .where('a.assignment_id', '=', id);
  return (userId === null ? query : query.where('a.user_id', '=', userId)).executeTakeFirst();
}
