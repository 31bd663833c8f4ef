import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables.ts';
import { writeMessage } from '../features/chat/chat-writing.ts';
import { keyOf } from '../features/users/users.service.ts';
import type { Ground } from '../platform/ground.ts';
import type { SampleMessage } from './chats.ts';
import type { SampleFile } from './keep-files.ts';
import { plantRead } from './sample.queries.ts';

/** The files that came with messages, to be kept. */
export function enclosedIn(messages: readonly SampleMessage[]): SampleFile[] {
  return messages.flatMap(({ file }) => (file ? [file] : []));
}

interface Planting {
  messages: readonly SampleMessage[];
  /** The rows of their files. */
  objects: readonly ObjectsTable[];
  /** User ids by username key. */
  ids: ReadonlyMap<string, number>;
}

/** Stores messages as their senders would have, each at its time; whose account was there before has none. */
export async function plantChats(tx: Db, ground: Ground, planting: Planting): Promise<void> {
  const { messages, objects, ids } = planting;
  const objectOf = new Map(objects.map((object) => [object.key, object]));
  for (const { from, to, content, at, readAt, clientId, file } of messages) {
    const [senderId, receiverId] = [ids.get(keyOf(from)), ids.get(keyOf(to))];
    if (senderId === undefined || receiverId === undefined) continue;
    const then = { ...ground, now: () => new Date(at) };
    const object = file && (objectOf.get(file.key) ?? null);
    const [width, height] = [file?.width ?? null, file?.height ?? null];
    const draft = { senderId, receiverId, content, clientId, object, width, height };
    const { message } = await writeMessage(tx, then, draft);
    if (readAt !== null) await plantRead(tx, message.id, readAt);
  }
}
