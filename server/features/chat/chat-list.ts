import type { Conversation, Message } from '#contract/chat.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import type { Ground } from '../../platform/ground.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { selectMessages, selectPartners } from './chat-list.queries.ts';
import { presentMessage } from './chat-writing.ts';

/** Characters of the last message that a list shows. */
const shownCharacters = 200;

function cut(message: Message): Message {
  const { content } = message;
  if (content.length <= shownCharacters) return message;
  return { ...message, content: [...content].slice(0, shownCharacters).join('') };
}

type Partner = Awaited<ReturnType<typeof selectPartners>>[number];

function answeredBy(row: Partner): Conversation['answeredBy'] {
  if (row.answer_by === null || row.answer_at === null) return null;
  return {
    userId: row.answer_by,
    firstName: row.answer_first_name,
    lastName: row.answer_last_name,
    userName: row.answer_username,
    timestamp: row.answer_at,
  };
}

/**
 * That person's conversations, the newest first; for an admin also employees whom another admin wrote to.
 * All of them, or `limit` and where the next page begins.
 */
export async function readConversations(
  { db, engine }: Pick<Ground, 'db' | 'engine'>,
  { userId, role }: Pick<SignedIn, 'userId' | 'role'>,
  { limit, before }: { limit?: number | undefined; before?: string | undefined } = {},
): Promise<{ rows: Conversation[]; next: string | null }> {
  const isAdmin = role === 'admin';
  const partners = await selectPartners(db, {
    userId,
    isAdmin,
    below: decodeCursor(before)?.id ?? null,
    most: limit === undefined ? null : limit + 1,
  });
  const page = pageOf(partners, limit, ({ newest_id: id }) => ({ at: '', id: id ?? 0 }));
  const ids = page.rows.flatMap(({ own_id: id }) => (id === null ? [] : [id]));
  const messages = await selectMessages(db, engine, ids);
  const rows = page.rows.map((row): Conversation => {
    const last = messages.get(row.own_id ?? 0);
    return {
      userId: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      userName: row.username,
      role: row.user_role,
      isOpen: row.closed_at === null,
      lastMessage: last ? cut(presentMessage(last)) : null,
      unreadCount: row.unread,
      answeredBy: isAdmin && row.user_role === 'employee' ? answeredBy(row) : null,
    };
  });
  return { rows, next: page.next };
}
