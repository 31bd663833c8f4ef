import { settlementQuestions as messages } from '#contract/messages/settlement-questions.ts';
import { badgesEvent } from '#contract/portal.ts';
import {
  askSettlementQuestion as askEndpoint,
  type listSettlementQuestions as listEndpoint,
  type SettlementQuestion,
  settlementQuestionsEvent,
  writeSettlementQuestion as writeEndpoint,
} from '#contract/settlement-questions.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Db } from '../../database/open.ts';
import { insertRecord } from '../../database/records.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { createObject, storeObject } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type MessageRow,
  type QuestionRow,
  selectMessages,
  selectQuestionForUpdate,
  selectQuestionIds,
  selectQuestions,
  selectSettlementForShare,
  updateQuestion,
} from './settlement-questions.queries.ts';

export {
  countOpenQuestions,
  countUnreadAnswers,
  selectPhotoKeysForUpdate,
} from './settlement-questions.queries.ts';

type Caller = Pick<AuthUser, 'userId' | 'role'>;

const linkTo = (id: number) => `/settlement-questions?question=${id}`;

/** The links of the notices about a file's threads. */
export async function questionLinks(tx: Db, fileId: number): Promise<string[]> {
  return (await selectQuestionIds(tx, fileId)).map(linkTo);
}

function toDto(row: QuestionRow, written: readonly MessageRow[], role: Caller['role']) {
  const isReadable = row.revision === row.current_revision;
  const isGiven = role === 'admin' || row.assigned_to !== null;
  return {
    question_id: row.question_id,
    file_id: row.file_id,
    file_name: row.file_name,
    file_path: isReadable && isGiven ? row.object_key : null,
    revision: row.revision,
    user_id: row.user_id,
    asked_by: personName(row),
    status: row.status,
    created_at: row.created_at,
    asked_at: row.asked_at,
    unread: row.unread,
    messages: written.map((message) => ({
      message_id: message.message_id,
      user_id: message.user_id,
      name: personName(message),
      text: message.text,
      at: message.at,
      photo: photoOf(message),
    })),
  } satisfies SettlementQuestion;
}

function photoOf({ object_key: key, original_name, kind, size, width, height }: MessageRow) {
  if (key === null) return null;
  const pixels = width && height ? { width, height } : {};
  return { key, name: original_name ?? '', kind: kind ?? '', size: size ?? 0, ...pixels };
}

/** Threads, newest first: all for admins, their own for employees. */
export function listQuestions(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: Caller,
  asked: FilterOf<typeof listEndpoint>,
): ReadPage<SettlementQuestion> {
  const filter = {
    userId: role === 'admin' ? undefined : userId,
    status: asked.status || undefined,
    fileId: asked.file_id,
    questionId: asked.question_id,
  };
  return async (before, limit) => {
    const found = await selectQuestions(db, filter, before, limit);
    const { rows, end } = pageOf(found, limit, (row) => ({ at: '', id: row.question_id }));
    const ids = rows.map((row) => row.question_id);
    const written = Map.groupBy(
      ids.length === 0 ? [] : await selectMessages(db, ids),
      (message) => message.question_id,
    );
    return { rows: rows.map((row) => toDto(row, written.get(row.question_id) ?? [], role)), end };
  };
}

/** What is written into a thread. */
export interface Sent {
  body: { message: string };
  upload: TemporaryFile | null;
}

/** Reloads the open pages of both sides. */
function publishQuestion({ publish }: Write, driver: number): void {
  for (const event of [settlementQuestionsEvent, badgesEvent]) {
    publish([driver], event);
    publish('admins', event);
  }
}

async function addMessage(
  { tx, now }: Write,
  actor: Actor,
  questionId: number,
  text: string,
  object: Parameters<typeof createObject>[1] | null,
): Promise<number> {
  if (object) await createObject(tx, object);
  return insertRecord(tx, 'settlement_question_messages', {
    question_id: questionId,
    user_id: actor.userId,
    text,
    at: now.toISOString(),
    object_key: object?.key ?? null,
  });
}

async function notifyOffice(
  ctx: AppContext,
  write: Write,
  { userId }: Actor,
  questionId: number,
  { file_name, ...driver }: Parameters<typeof personName>[0] & { file_name: string },
): Promise<void> {
  const message = messages.askedNotice(personName(driver), file_name);
  const link = linkTo(questionId);
  await notify(ctx, write, userId, [{ kind: 'question', message, link, recipients: 'admins' }]);
}

/** Asks about the current revision, once per Idempotency-Key, and notifies the admins; 404 unless it is assigned to the caller. */
export function ask(
  ctx: AppContext,
  fileId: number,
  { body, upload }: Sent,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; question_id: number }> {
  const call = {
    endpoint: askEndpoint,
    key,
    body: { ...body, file_id: fileId, photo: upload?.sentSha256 ?? null },
  };
  return storeObject(ctx, 'questions', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, now, audit } = write;
        const settlement = await selectSettlementForShare(tx, fileId, actor.userId);
        if (!settlement) throw notFound(messages.notYours);
        const { file_name, revision } = settlement;
        const at = now.toISOString();
        const question_id = await insertRecord(tx, 'settlement_questions', {
          file_id: fileId,
          revision,
          user_id: actor.userId,
          status: 'open',
          created_at: at,
          asked_at: at,
        });
        await addMessage(write, actor, question_id, body.message, object);
        await audit({
          action: 'settlement-question.ask',
          target: { kind: 'settlement-question', id: question_id, label: file_name },
          detail: { file_id: fileId, revision },
        });
        await notifyOffice(ctx, write, actor, question_id, settlement);
        publishQuestion(write, actor.userId);
        return { message: messages.asked, question_id };
      },
      call,
    ),
  );
}

/**
 * Writes into a thread, once per Idempotency-Key: an admin answers it, its driver opens it again. The other side is
 * notified, the admins only when it was answered before. 404 for everybody else.
 */
export function writeMessage(
  ctx: AppContext,
  id: number,
  { body, upload }: Sent,
  { actor, role, key }: { actor: Actor; role: Caller['role']; key: string | undefined },
): Promise<{ message: string; id: number }> {
  const call = {
    endpoint: writeEndpoint,
    key,
    body: { ...body, question_id: id, photo: upload?.sentSha256 ?? null },
  };
  return storeObject(ctx, 'questions', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, now, audit } = write;
        const question = await selectQuestionForUpdate(tx, id);
        const isDriver = question?.user_id === actor.userId;
        if (!question || !(isDriver || role === 'admin')) throw notFound(messages.gone);
        const { file_name, status, user_id } = question;
        const message_id = await addMessage(write, actor, id, body.message, object);
        await updateQuestion(
          tx,
          id,
          isDriver
            ? { status: 'open', asked_at: now.toISOString(), unread: 0 }
            : { status: 'answered', unread: 1 },
        );
        await audit({
          action: isDriver ? 'settlement-question.ask' : 'settlement-question.answer',
          target: { kind: 'settlement-question', id, label: file_name },
          detail: { message_id },
        });
        if (!isDriver) {
          const message = () => messages.answeredNotice(file_name);
          await notify(ctx, write, actor.userId, [
            { kind: 'question', message, link: linkTo(id), recipients: [user_id] },
          ]);
        } else if (status === 'answered') {
          await notifyOffice(ctx, write, actor, id, question);
        }
        publishQuestion(write, user_id);
        return { message: messages.sent, id: message_id };
      },
      call,
    ),
  );
}

/** Marks the answers of the caller's own thread as read; 404 for any other. */
export function markRead(ctx: AppContext, id: number, actor: Actor): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const question = await selectQuestionForUpdate(write.tx, id);
    if (question?.user_id !== actor.userId) throw notFound(messages.gone);
    if (question.unread === 1) {
      await updateQuestion(write.tx, id, { unread: 0 });
      publishQuestion(write, actor.userId);
    }
    return { message: messages.read };
  });
}
