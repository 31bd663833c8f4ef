import type { Conversation, Message, Receiver } from '#contract/chat.ts';
import { directory } from '#contract/company/directory.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { selectPeople } from './chat.queries.ts';
import {
  selectAnswers,
  selectMessagesById,
  selectPartners,
  selectReceivers,
} from './chat-list.queries.ts';
import { messageDto } from './chat-writing.ts';

/** Characters of the last message in the list. */
const maxPreviewLength = 200;

function preview(message: Message): Message {
  const { content } = message;
  if (content.length <= maxPreviewLength) return message;
  return { ...message, content: [...content].slice(0, maxPreviewLength).join('') };
}

type Answers = ReadonlyMap<number, NonNullable<Conversation['answeredBy']>>;

/** The admins who wrote these messages, by message id. */
async function listAnswers(
  { db }: Pick<AppContext, 'db'>,
  ids: readonly number[],
): Promise<Answers> {
  if (ids.length === 0) return new Map();
  const answers = [...(await selectAnswers(db, ids)).values()];
  const people = await selectPeople(
    db,
    answers.map((answer) => answer.sender_id),
  );
  return new Map(
    answers.map(({ id, sender_id: userId, sent_at: timestamp }) => {
      const by = people.get(userId);
      const [firstName, lastName] = [by?.first_name ?? '', by?.last_name ?? ''];
      return [id, { userId, firstName, lastName, userName: by?.username ?? '', timestamp }];
    }),
  );
}

const withoutNull = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

/** The user's conversations, newest first; for an admin also employees whom another admin wrote to. */
export function listConversations(
  ctx: Pick<AppContext, 'db'>,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
): ReadPage<Conversation> {
  const { db } = ctx;
  const isAdmin = role === 'admin';
  return async (before, limit) => {
    const asked = { userId, isAdmin, below: before?.id ?? null, limit: limit + 1 };
    const partners = await selectPartners(db, asked);
    const page = pageOf(partners, limit, ({ newest_id: id }) => ({ at: '', id: id ?? 0 }));
    const ownIds = withoutNull(page.rows.map((row) => row.own_id));
    const messages = await selectMessagesById(db, ownIds);
    const answered = page.rows.filter((row) => isAdmin && row.user_role === 'employee');
    const answers = await listAnswers(ctx, withoutNull(answered.map((row) => row.answer_id)));
    const rows = page.rows.map((row): Conversation => {
      const last = messages.get(row.own_id ?? 0);
      return {
        userId: row.user_id,
        firstName: row.first_name,
        lastName: row.last_name,
        userName: row.username,
        role: row.user_role,
        isOpen: row.closed_at === null,
        lastMessage: last ? preview(messageDto(last)) : null,
        unreadCount: row.unread,
        answeredBy: (row.user_role === 'employee' && answers.get(row.answer_id ?? 0)) || null,
      };
    });
    return { rows, end: page.end };
  };
}

const directoryKeys = new Set(
  directory.sections.flatMap(({ members }) => members.map(({ email }) => accountKey(email))),
);

/** Whom the user can write to; an employee learns of admins only. */
export async function listReceivers(
  db: Db,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
): Promise<Receiver[]> {
  const isAdmin = role === 'admin';
  const rows = await selectReceivers(db, { userId, adminsOnly: !isAdmin });
  return rows.map(({ user_id, email_key, employee_id }) => ({
    userId: user_id,
    employeeId: isAdmin ? employee_id : null,
    directoryEmail: directoryKeys.has(email_key) ? email_key : null,
  }));
}
