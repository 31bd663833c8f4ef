import type { Role } from '#contract/access.ts';
import type { Answered, Message } from '#contract/chat.ts';
import { chat as say } from '#contract/messages/chat.ts';
import type { Db } from '../../database/open.ts';
import { forbidden, invalid, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { StoredObject } from '../files/files.queries.ts';
import { addObject } from '../files/files.service.ts';
import {
  holdConversation,
  insertMessage,
  type MessageRow,
  noteAnswer,
  pairOf,
  selectByClientId,
  selectPerson,
} from './chat.queries.ts';
import { addWords } from './chat-words.ts';

export interface Draft {
  sender: { userId: number; role: Role };
  receiverId: number;
  /** Trimmed; '' with a file alone. */
  content: string;
  /** Once a sender: the same again is answered with what was stored the first time. */
  clientId: string | null;
  /** A file whose bytes are kept; its row is stored with the message. */
  object?: StoredObject | null;
  /** Pixels of a picture. */
  width?: number | null;
  height?: number | null;
}

export interface Written {
  message: Message;
  /** False: it was stored before, and everybody has been told. */
  isNew: boolean;
  /** What the other admins are told, when an admin wrote to an employee. */
  answered: Answered | null;
}

/** A row as it goes over the wire: what is not there is left out. */
export function presentMessage(row: MessageRow): Message {
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
  };
}

/**
 * Stores a message in the caller's transaction. 400 to oneself or to a closed account, 404 to nobody,
 * 403 from an employee to an employee. What was stored before under the same clientId is answered as it is.
 */
export async function writeMessage(tx: Db, ground: Ground, draft: Draft): Promise<Written> {
  const { sender, receiverId, content, clientId, object = null } = draft;
  const { low, high } = pairOf(sender.userId, receiverId);
  if (low === high) throw invalid({ receiverId: say.oneself }, say.oneself);
  const receiver = await selectPerson(tx, receiverId);
  if (!receiver) throw new Refusal(404, say.noReceiver);
  await holdConversation(tx, { low, high });
  const known = clientId && (await selectByClientId(tx, sender.userId, clientId));
  if (known) return { message: presentMessage(known), isNew: false, answered: null };
  if (receiver.closed_at !== null) throw invalid({ receiverId: say.noReceiver }, say.noReceiver);
  if (sender.role !== 'admin' && receiver.user_role !== 'admin') throw forbidden(say.adminsOnly);

  const at = ground.now().toISOString();
  if (object) await addObject(tx, object);
  const row = {
    low_id: low,
    high_id: high,
    sender_id: sender.userId,
    receiver_id: receiverId,
    content,
    sent_at: at,
    client_id: clientId,
    object_key: object?.key ?? null,
    width: draft.width ?? null,
    height: draft.height ?? null,
  };
  const id = await insertMessage(tx, row);
  const words = `${content} ${object?.original_name ?? ''}`;
  await addWords(tx, ground.engine, { id, words, people: [low, high] });
  const message = presentMessage({
    ...row,
    id,
    read_at: null,
    object_kind: object?.kind ?? null,
    object_name: object?.original_name ?? null,
    object_size: object?.size ?? null,
  });
  const isAnswer = sender.role === 'admin' && receiver.user_role !== 'admin';
  if (!isAnswer) return { message, isNew: true, answered: null };
  await noteAnswer(tx, receiverId, id);
  const by = await selectPerson(tx, sender.userId);
  const answered = {
    userId: receiverId,
    by: {
      userId: sender.userId,
      firstName: by?.first_name ?? '',
      lastName: by?.last_name ?? '',
      userName: by?.username ?? '',
      timestamp: at,
    },
  };
  return { message, isNew: true, answered };
}
