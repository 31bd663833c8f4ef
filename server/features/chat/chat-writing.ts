import type { Answered, Message } from '#contract/chat.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { forbidden, HttpError, invalid, notFound, notSignedIn } from '../../platform/errors.ts';
import { createObject } from '../files/files.service.ts';
import { writeAutomaticReplies } from './automatic-replies.ts';
import {
  insertMessages,
  type MessageRow,
  type NewMessage,
  type PersonRow,
  pairOf,
  selectByClientIds,
  selectConversationsForUpdate,
  selectPeople,
  upsertAnswers,
} from './chat.queries.ts';
import { addTerms, type Findable } from './chat-search.queries.ts';

export interface Draft {
  senderId: number;
  receiverId: number;
  /** Trimmed; '' for a file without text. */
  content: string;
  /** Unique per sender: a repeated one returns the stored message. */
  clientId: string | null;
  /** A file with stored bytes; its row is inserted with the message. */
  object?: ObjectsTable | null;
  /** Pixels of a picture. */
  width?: number | null;
  height?: number | null;
}

export interface Written {
  message: Message;
  /** False for a repeat, which was already published. */
  isNew: boolean;
  /** The name in push notifications. */
  senderName: string;
  /** The update for other admins when an admin wrote to an employee. */
  answered: Answered | null;
  /** The reply to it while the office is closed. */
  automatic: Message | null;
}

/** A message of the API; missing values are left out. */
export function messageDto(row: MessageRow): Message {
  const { object_key: key, object_kind: kind } = row;
  return {
    id: row.id,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    content: row.content,
    timestamp: row.sent_at,
    ...(row.client_id !== null && { clientId: row.client_id }),
    ...(row.read_at !== null && { readAt: row.read_at }),
    ...(key !== null &&
      kind !== null && {
        attachment: {
          key,
          name: row.object_name ?? '',
          kind,
          size: row.object_size ?? 0,
          ...(row.width !== null && { width: row.width }),
          ...(row.height !== null && { height: row.height }),
        },
      }),
    ...(row.closed_at !== null && { automatic: true }),
  };
}

/** Users can't write to themselves or to closed accounts, and employees only to admins. Returns null when allowed. */
function findSendError(
  sender: PersonRow | undefined,
  receiver: PersonRow | undefined,
): HttpError | null {
  if (!sender || sender.closed_at !== null) return notSignedIn();
  // The same error for colleagues and for unknown ids, so that employees can't find out which ids exist.
  if (sender.user_role !== 'admin' && receiver?.user_role !== 'admin' && sender !== receiver) {
    return forbidden(chatMessages.adminsOnly);
  }
  if (!receiver) return notFound(chatMessages.noReceiver);
  if (sender.user_id === receiver.user_id)
    return invalid({ receiverId: chatMessages.oneself }, chatMessages.oneself);
  if (receiver.closed_at !== null)
    return invalid({ receiverId: chatMessages.noReceiver }, chatMessages.noReceiver);
  return null;
}

/** Throws unless the sender may write to the receiver; returns both. */
export async function checkWriting(db: Db, senderId: number, receiverId: number) {
  const people = await selectPeople(db, [senderId, receiverId]);
  const [sender, receiver] = [people.get(senderId), people.get(receiverId)];
  const httpError = findSendError(sender, receiver);
  if (httpError || !sender || !receiver) throw httpError ?? notFound();
  return { sender, receiver };
}

const withoutFile = { read_at: null, object_kind: null, object_name: null, object_size: null };

/** Which employees wrote to which admins. */
function toOffice(drafts: readonly Draft[], people: ReadonlyMap<number, PersonRow>) {
  const roleOf = (id: number) => people.get(id)?.user_role;
  return drafts
    .filter(
      (draft) => roleOf(draft.senderId) === 'employee' && roleOf(draft.receiverId) === 'admin',
    )
    .map(({ senderId, receiverId }) => ({ employeeId: senderId, adminId: receiverId }));
}

const isDraft = (result: HttpError | Draft): result is Draft => !(result instanceof HttpError);

/**
 * Stores messages in the caller's transaction, in this order, each checked by `findSendError`.
 * A repeated clientId returns the stored message. Results are in the order of the drafts.
 */
export async function writeMessages(
  tx: Db,
  ctx: AppContext,
  drafts: readonly Draft[],
): Promise<(Written | HttpError)[]> {
  const people = await selectPeople(
    tx,
    drafts.flatMap(({ senderId, receiverId }) => [senderId, receiverId]),
  );
  const checked = drafts.map(
    (draft) => findSendError(people.get(draft.senderId), people.get(draft.receiverId)) ?? draft,
  );
  // Locked before the lookup, so that the second of two simultaneous requests sees the first.
  const pairs = checked.filter(isDraft).map((draft) => pairOf(draft.senderId, draft.receiverId));
  if (pairs.length > 0) await selectConversationsForUpdate(tx, pairs);
  const known = await readKnown(tx, drafts);

  const fresh = new Map<string | Draft, Draft>();
  drafts.forEach((draft, index) => {
    const key = keyOf(draft);
    if (checked[index] === draft && !known.has(key) && !fresh.has(key)) fresh.set(key, draft);
  });
  const stored = await store(tx, ctx, [...fresh.values()], people);

  return drafts.map((draft, index) => {
    const before = known.get(keyOf(draft));
    const sender = people.get(draft.senderId);
    if (before && sender?.closed_at === null) return repeated(messageDto(before), sender);
    const httpError = checked[index];
    if (httpError instanceof HttpError) return httpError;
    const first = fresh.get(keyOf(draft)) ?? draft;
    const written = stored.get(first);
    if (!written) throw new Error('a message was neither stored nor rejected');
    return first === draft
      ? written
      : { ...written, isNew: false, answered: null, automatic: null };
  });
}

/** Like `writeMessages` for one message; throws the error that rejects it. */
export async function writeMessage(tx: Db, ctx: AppContext, draft: Draft): Promise<Written> {
  const [result] = await writeMessages(tx, ctx, [draft]);
  if (!result || result instanceof HttpError) throw result;
  return result;
}

/** Drafts with the same key are the same message; one without a clientId is only itself. */
function keyOf(draft: Draft): string | Draft {
  return draft.clientId === null ? draft : `${draft.senderId} ${draft.clientId}`;
}

async function readKnown(
  tx: Db,
  drafts: readonly Draft[],
): Promise<Map<string | Draft, MessageRow>> {
  const keys = drafts.flatMap(({ senderId, clientId }) =>
    clientId === null ? [] : [{ senderId, clientId }],
  );
  const rows = keys.length > 0 ? await selectByClientIds(tx, keys) : [];
  return new Map(rows.map((row) => [`${row.sender_id} ${row.client_id}`, row]));
}

async function store(
  tx: Db,
  ctx: AppContext,
  drafts: readonly Draft[],
  people: ReadonlyMap<number, PersonRow>,
): Promise<Map<Draft, Written>> {
  if (drafts.length === 0) return new Map();
  const at = ctx.now().toISOString();
  for (const { object } of drafts) if (object) await createObject(tx, object);
  const rows = drafts.map((draft) => rowOf(draft, at));
  const ids = await insertMessages(tx, rows);
  const stored = new Map<Draft, Written>();
  const answers = new Map<number, number>();
  const findable: Findable[] = [];
  for (const [index, draft] of drafts.entries()) {
    const [row, id] = [rows[index], ids[index]];
    const sender = people.get(draft.senderId);
    if (!row || id === undefined || !sender) throw new Error('a message has no row');
    const { object = null } = draft;
    findable.push({
      id,
      text: `${draft.content} ${object?.original_name ?? ''}`,
      people: [row.low_id, row.high_id],
    });
    const message = messageDto({
      ...row,
      id,
      read_at: null,
      closed_at: null,
      object_kind: object?.kind ?? null,
      object_name: object?.original_name ?? null,
      object_size: object?.size ?? null,
    });
    const isAnswer =
      sender.user_role === 'admin' && people.get(draft.receiverId)?.user_role !== 'admin';
    if (isAnswer) answers.set(draft.receiverId, id);
    const answered = isAnswer ? answeredBy(sender, draft.receiverId, at) : null;
    const senderName = shownName(sender);
    stored.set(draft, { message, isNew: true, senderName, answered, automatic: null });
  }
  const replies = await writeAutomaticReplies(tx, ctx, toOffice(drafts, people));
  for (const { id, low_id, high_id, content } of replies) {
    findable.push({ id, text: content, people: [low_id, high_id] });
  }
  attach(replies, stored);
  await addTerms(tx, findable);
  if (answers.size > 0) await upsertAnswers(tx, answers);
  return stored;
}

/** Adds each automatic reply to the last message that it answers. */
function attach(
  replies: Awaited<ReturnType<typeof writeAutomaticReplies>>,
  stored: ReadonlyMap<Draft, Written>,
): void {
  for (const reply of replies) {
    const { sender_id, receiver_id } = reply;
    const written = [...stored].findLast(
      ([draft]) => draft.senderId === receiver_id && draft.receiverId === sender_id,
    );
    if (written) written[1].automatic = messageDto({ ...reply, ...withoutFile });
  }
}

function rowOf(draft: Draft, at: string): NewMessage {
  const { low, high } = pairOf(draft.senderId, draft.receiverId);
  return {
    low_id: low,
    high_id: high,
    sender_id: draft.senderId,
    receiver_id: draft.receiverId,
    content: draft.content,
    sent_at: at,
    client_id: draft.clientId,
    object_key: draft.object?.key ?? null,
    width: draft.width ?? null,
    height: draft.height ?? null,
  };
}

function answeredBy(admin: PersonRow, userId: number, timestamp: string): Answered {
  return {
    userId,
    by: {
      userId: admin.user_id,
      firstName: admin.first_name,
      lastName: admin.last_name,
      userName: admin.username,
      timestamp,
    },
  };
}

function repeated(message: Message, sender: PersonRow): Written {
  return {
    message,
    isNew: false,
    senderName: shownName(sender),
    answered: null,
    automatic: null,
  };
}

function shownName({ first_name, last_name, username }: PersonRow): string {
  return `${first_name} ${last_name}`.trim() || username;
}
