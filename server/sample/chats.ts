import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { writeMessage } from '../features/chat/chat-writing.ts';
import type { AppContext } from '../platform/app-context.ts';
import { markAsRead } from './sample.queries.ts';
import type { Chat } from './sample-data.ts';
import { photoFile, photoSize, type SampleFile, sheetFile, uuidFrom } from './sample-files.ts';
import type { Ids } from './seed-tables.ts';

export interface SampleMessage {
  /** Usernames. */
  from: string;
  to: string;
  content: string;
  at: string;
  readAt: string | null;
  clientId: string;
  file: SampleFile | null;
}

const minuteMs = 60_000;

function attachmentFile({ attachment, at: createdAt }: Chat['lines'][number]): SampleFile | null {
  if (!attachment) return null;
  return 'sheet' in attachment
    ? sheetFile('messages', attachment.name, { ...attachment, createdAt })
    : photoFile('messages', { ...attachment, createdAt });
}

/** The messages of all chats, oldest first. */
export function messagesOf(chats: readonly Chat[]): SampleMessage[] {
  const messages = chats.flatMap(({ office, employee, unread = 0, lines }) => {
    let last = 0;
    return lines.map((line, index): SampleMessage => {
      // Minutes before now may be on the day before: keep the order of the lines.
      last = Math.max(Date.parse(line.at), last + 2 * minuteMs);
      const at = new Date(last).toISOString();
      const [from, to] = line.from === 'office' ? [office, employee] : [employee, office];
      const readDelay = 1 + (line.text.length % 9);
      const isRead = index < lines.length - unread;
      return {
        from,
        to,
        content: line.text,
        at,
        readAt: isRead ? new Date(last + readDelay * minuteMs).toISOString() : null,
        clientId: uuidFrom(`${office} ${employee} ${index}`),
        file: attachmentFile({ ...line, at }),
      };
    });
  });
  return messages.toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Stores messages the way their senders would have; skips those of accounts that were left out. */
export async function seedMessages(
  tx: Db,
  ctx: AppContext,
  messages: readonly SampleMessage[],
  objects: ReadonlyMap<string, ObjectsTable>,
  ids: Ids,
): Promise<void> {
  for (const { from, to, content, at, readAt, clientId, file } of messages) {
    const [senderId, receiverId] = [ids.get(`users/${from}`), ids.get(`users/${to}`)];
    if (!senderId || !receiverId) continue;
    const object = (file && objects.get(file.key)) ?? null;
    const size = file?.kind === 'jpeg' ? photoSize : { width: null, height: null };
    const draft = { senderId, receiverId, content, clientId, object, ...size };
    const { message } = await writeMessage(tx, { ...ctx, now: () => new Date(at) }, draft);
    if (readAt !== null) await markAsRead(tx, message.id, readAt);
  }
}
