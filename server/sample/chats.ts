import { randomUUID } from 'node:crypto';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { writeMessage } from '../features/chat/chat-writing.ts';
import type { AppContext } from '../platform/app-context.ts';
import { markAsRead } from './sample.queries.ts';
import { keyOf, type SampleFile } from './sample-files.ts';
import type { Ids } from './seed-tables.ts';

interface Line {
  at: string;
  from: 'office' | 'employee';
  text: string;
  /** A file below data/files; a photo has its pixels. */
  attachment?: { file: string; name: string; size?: [width: number, height: number] };
}

/** The messages between an admin and an employee, oldest first. */
export interface Chat {
  /** Usernames. */
  office: string;
  employee: string;
  /** How many of the last messages are unread. */
  unread?: number;
  lines: Line[];
}

/** Time until a message was read. */
const readAfterMs = 180_000;

export function attachmentFiles(chats: readonly Chat[]): SampleFile[] {
  return chats
    .flatMap(({ lines }) => lines)
    .flatMap(({ attachment, at: createdAt }) =>
      attachment ? [{ path: attachment.file, name: attachment.name, createdAt }] : [],
    );
}

/** Stores the messages of all chats the way their senders would have, oldest first. */
export async function seedMessages(
  tx: Db,
  ctx: AppContext,
  chats: readonly Chat[],
  { objects, ids }: { objects: ReadonlyMap<string, ObjectsTable>; ids: Ids },
): Promise<void> {
  const messages = chats.flatMap(({ office, employee, unread = 0, lines }) =>
    lines.map((line, index) => ({
      ...line,
      people: line.from === 'office' ? [office, employee] : [employee, office],
      isRead: index < lines.length - unread,
    })),
  );
  for (const { at, people, text, attachment, isRead } of messages.toSorted((a, b) =>
    a.at.localeCompare(b.at),
  )) {
    const [senderId = 0, receiverId = 0] = people.map((username) => ids.get(`users/${username}`));
    const object = (attachment && objects.get(keyOf(attachment.file))) ?? null;
    const [width = null, height = null] = attachment?.size ?? [];
    const draft = { senderId, receiverId, content: text, clientId: randomUUID(), object };
    const sent = new Date(at);
    const { message } = await writeMessage(
      tx,
      { ...ctx, now: () => sent },
      { ...draft, width, height },
    );
    if (!isRead) continue;
    await markAsRead(tx, message.id, new Date(sent.getTime() + readAfterMs).toISOString());
  }
}
