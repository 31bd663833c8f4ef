import { type Selectable, sql } from 'kysely';
import { countRows, isAmong, newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type {
  SettlementQuestionMessagesTable,
  SettlementQuestionsTable,
} from '../../database/tables/settlement-questions.ts';
import type { Cursor } from '../../platform/http/lists.ts';

interface Names {
  username: string;
  first_name: string | null;
  last_name: string | null;
}

export type QuestionRow = Selectable<SettlementQuestionsTable> &
  Names & {
    file_name: string;
    object_key: string;
    current_revision: number;
    /** Null unless the file is still assigned to the driver. */
    assigned_to: number | null;
  };
export type MessageRow = Selectable<SettlementQuestionMessagesTable> &
  Names & {
    /** Of the photo. */
    original_name: string | null;
    kind: string | null;
    size: number | null;
    width: number | null;
    height: number | null;
  };

export interface QuestionsAsked {
  /** The driver; undefined for everyone's. */
  userId: number | undefined;
  status: 'open' | 'answered' | undefined;
  fileId: number | undefined;
  questionId: number | undefined;
}

/** Threads, newest first. */
export async function selectQuestions(
  db: Db,
  asked: QuestionsAsked,
  before: Cursor | null,
  limit: number,
): Promise<QuestionRow[]> {
  const all = db
    .selectFrom('settlement_questions as q')
    .innerJoin('documents as d', 'd.file_id', 'q.file_id')
    .innerJoin('users as u', 'u.user_id', 'q.user_id')
    .leftJoin('employees as e', 'e.user_id', 'q.user_id')
    .leftJoin('document_assignments as a', (join) =>
      join
        .onRef('a.file_id', '=', 'q.file_id')
        .onRef('a.user_id', '=', 'q.user_id')
        .on('a.removed_at', 'is', null),
    )
    .selectAll('q')
    .select([
      'd.file_name',
      'd.object_key',
      'd.revision as current_revision',
      'a.user_id as assigned_to',
      'u.username',
      'e.first_name',
      'e.last_name',
    ]);
  let query = newestFirst(all, ['q.question_id'], before, limit);
  if (asked.userId !== undefined) query = query.where('q.user_id', '=', asked.userId);
  // Literal, for the partial index of open threads.
  if (asked.status !== undefined) query = query.where('q.status', '=', sql.lit(asked.status));
  if (asked.fileId !== undefined) query = query.where('q.file_id', '=', asked.fileId);
  if (asked.questionId !== undefined) query = query.where('q.question_id', '=', asked.questionId);
  return query.execute();
}

/** The messages of these threads, oldest first. */
export async function selectMessages(
  db: Db,
  questionIds: readonly number[],
): Promise<MessageRow[]> {
  return db
    .selectFrom('settlement_question_messages as m')
    .innerJoin('users as u', 'u.user_id', 'm.user_id')
    .leftJoin('employees as e', 'e.user_id', 'm.user_id')
    .leftJoin('objects as o', 'o.key', 'm.object_key')
    .selectAll('m')
    .select(['u.username', 'e.first_name', 'e.last_name'])
    .select(['o.original_name', 'o.kind', 'o.size', 'o.width', 'o.height'])
    .where(isAmong(db, 'm.question_id', questionIds))
    .orderBy('m.question_id')
    .orderBy('m.message_id')
    .execute();
}

/** The settlement, locked against its deletion, if it is assigned to that person; undefined if not. */
export async function selectSettlementForShare(tx: Db, fileId: number, userId: number) {
  // A deletion locks the assignments first.
  await tx
    .selectFrom('document_assignments')
    .select('assignment_id')
    .where('file_id', '=', fileId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute();
  return tx
    .selectFrom('documents as d')
    .innerJoin('document_assignments as a', 'a.file_id', 'd.file_id')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .leftJoin('employees as e', 'e.user_id', 'a.user_id')
    .select(['d.file_name', 'd.revision', 'u.username', 'e.first_name', 'e.last_name'])
    .where('d.file_id', '=', fileId)
    .where('d.kind', '=', 'settlements')
    .where('a.user_id', '=', userId)
    .where('a.removed_at', 'is', null)
    .executeTakeFirst();
}

/** The ids of the threads about a file. */
export async function selectQuestionIds(tx: Db, fileId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('settlement_questions')
    .select('question_id')
    .where('file_id', '=', fileId)
    .execute();
  return rows.map(({ question_id }) => question_id);
}

/** A thread, locked until the transaction ends. */
export async function selectQuestionForUpdate(tx: Db, id: number) {
  const locked = await tx
    .selectFrom('settlement_questions')
    .selectAll()
    .where('question_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) return undefined;
  const names = await tx
    .selectFrom('documents as d')
    .innerJoin('users as u', (join) => join.on('u.user_id', '=', locked.user_id))
    .leftJoin('employees as e', 'e.user_id', 'u.user_id')
    .select(['d.file_name', 'u.username', 'e.first_name', 'e.last_name'])
    .where('d.file_id', '=', locked.file_id)
    .executeTakeFirstOrThrow();
  return { ...locked, ...names };
}

export async function updateQuestion(
  tx: Db,
  id: number,
  change: Partial<Pick<SettlementQuestionsTable, 'status' | 'asked_at'>> & { unread?: 0 | 1 },
): Promise<void> {
  await tx.updateTable('settlement_questions').set(change).where('question_id', '=', id).execute();
}

/** The keys of the photos in a settlement's threads, which are locked against new messages. */
export async function selectPhotoKeysForUpdate(tx: Db, fileId: number): Promise<string[]> {
  await selectForUpdate(tx, 'settlement_questions', 'file_id', fileId);
  const rows = await tx
    .selectFrom('settlement_questions as q')
    .innerJoin('settlement_question_messages as m', 'm.question_id', 'q.question_id')
    .select('m.object_key')
    .where('q.file_id', '=', fileId)
    .where('m.object_key', 'is not', null)
    .$narrowType<{ object_key: string }>()
    .execute();
  return rows.map((row) => row.object_key);
}

/** Counts everyone's threads that wait for an answer. */
export function countOpenQuestions(db: Db) {
  return countRows(
    db.selectFrom('settlement_questions').where('status', '=', sql.lit('open' as const)),
  );
}

/** Counts a driver's threads with an unread answer. */
export function countUnreadAnswers(db: Db, userId: number) {
  return countRows(
    db.selectFrom('settlement_questions').where('user_id', '=', userId).where('unread', '=', 1),
  );
}
