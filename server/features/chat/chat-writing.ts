import type { Answered, Message } from '#contract/chat.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Language } from '#contract/text/languages.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables/objects.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  forbidden,
  type HttpError,
  invalid,
  notFound,
  notSignedIn,
} from '../../platform/runtime/errors.ts';
import { createObject } from '../files/files.service.ts';
import { writeAutomaticReply } from './automatic-replies.ts';
import {
  insertMessage,
  type MessageRow,
  type NewMessage,
  type PersonRow,
  pairOf,
  selectByClientId,
  selectConversationsForUpdate,
  selectPeople,
  upsertAnswer,
} from './chat.queries.ts';
import { addTerms } from './chat-search.queries.ts';

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
  /** The receiver's language. */
  language: Language;
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

/**
 * Stores a message in the caller's transaction; throws the error of `findSendError`. A repeated clientId returns the
 * stored message.
 */
export async function writeMessage(tx: Db, ctx: AppContext, draft: Draft): Promise<Written> {
  const { senderId, receiverId } = draft;
  const people = await selectPeople(tx, [senderId, receiverId]);
  const [sender, receiver] = [people.get(senderId), people.get(receiverId)];
  const httpError = findSendError(sender, receiver);
  if (httpError || !sender || !receiver) {
    const known = sender?.closed_at === null ? await findStored(tx, draft, sender) : null;
    if (known) return known;
    throw httpError ?? notFound();
  }
  // Until the commit, so that ids follow the order of commits within it.
  await selectConversationsForUpdate(tx, [pairOf(senderId, receiverId)]);
  // The row of a file comes before that of its message, and must not stay without it.
  const known = draft.object ? await findStored(tx, draft, sender) : null;
  const written =
    known ??
    (await store(tx, ctx, draft, { sender, receiver })) ??
    (draft.object ? null : await findStored(tx, draft, sender));
  if (!written) throw new Error('a message was neither stored nor found');
  return written;
}

/** The message that has this clientId already. */
async function findStored(
  tx: Db,
  { senderId, clientId }: Draft,
  sender: PersonRow,
): Promise<Written | null> {
  const row = clientId === null ? undefined : await selectByClientId(tx, senderId, clientId);
  return row ? repeated(messageDto(row), sender) : null;
}

/** Stores a message; null when its clientId is stored already. */
async function store(
  tx: Db,
  ctx: AppContext,
  draft: Draft,
  { sender, receiver }: { sender: PersonRow; receiver: PersonRow },
): Promise<Written | null> {
  const at = ctx.now().toISOString();
  const { object = null } = draft;
  if (object) await createObject(tx, object);
  const row = rowOf(draft, at);
  const id = await insertMessage(tx, row);
  if (id === undefined) return null;
  const people = [row.low_id, row.high_id];
  const findable = [{ id, text: `${draft.content} ${object?.original_name ?? ''}`, people }];
  const message = messageDto({
    ...row,
    id,
    read_at: null,
    closed_at: null,
    object_kind: object?.kind ?? null,
    object_name: object?.original_name ?? null,
    object_size: object?.size ?? null,
  });
  const isAnswer = sender.user_role === 'admin' && receiver.user_role !== 'admin';
  const isToOffice = sender.user_role === 'employee' && receiver.user_role === 'admin';
  const reply = isToOffice ? await writeAutomaticReply(tx, ctx, sender, receiver.user_id) : null;
  if (reply) findable.push({ id: reply.id, text: reply.content, people });
  await addTerms(tx, findable);
  if (isAnswer) await upsertAnswer(tx, receiver.user_id, id);
  return {
    message,
    isNew: true,
    senderName: personName(sender),
    language: receiver.language ?? 'en',
    answered: isAnswer ? answeredBy(sender, receiver.user_id, at) : null,
    automatic: reply && messageDto({ ...reply, ...withoutFile }),
  };
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
    senderName: personName(sender),
    language: 'en',
    answered: null,
    automatic: null,
  };
}
