import { Readable } from 'node:stream';
import * as contract from '#contract/chat.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { JsonText, type Routes } from '../../platform/routes.ts';
import {
  markAsRead,
  readHistory,
  readUnread,
  readWholeHistory,
  unreadTotalOf,
} from './chat.service.ts';
import { sendFile } from './chat-files.ts';
import { readConversations } from './chat-list.ts';
import { findMessages } from './chat-search.ts';
import { Sendings } from './chat-sending.ts';
import { listenToChat } from './chat-sockets.ts';

/** Messages between two people: what was written, what is unread, what is sought; and the events of their pages. */
export const chatRoutes: Routes = (register, ground, app) => {
  const sendings = new Sendings(ground);
  const pace = ground.limits.pace(contract.messageBurst, contract.messagesPerSecond);
  listenToChat(ground, sendings, pace);
  app.addHook('onClose', () => sendings.flush());

  register(contract.listConversations, async ({ query, user, reply }) => {
    const { rows, next } = await readConversations(ground, user, query);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.unreadMessages, ({ user }) => readUnread(ground.db, user.userId));

  register(contract.unreadTotal, async ({ user }) => ({
    total_unread: await unreadTotalOf(ground.db, user.userId),
  }));

  register(contract.searchMessages, async ({ query, user, reply }) => {
    const { rows, next } = await findMessages(ground, user.userId, query);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.markRead, ({ body, user }) => markAsRead(ground, user, body));

  register(contract.listMessages, async ({ params, query, user, reply }) => {
    const { limit } = query;
    const after = query.after ?? null;
    const before = decodeCursor(query.before)?.id ?? null;
    if (limit === undefined) {
      // A conversation of years, made whole, would hold up everybody else.
      const pieces = await readWholeHistory(ground, user, params.id, { before, after });
      return new JsonText(Readable.from(pieces));
    }
    const { rows, next } = await readHistory(ground, user, params.id, { limit, before, after });
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.sendAttachment, ({ params, body, upload, user }) =>
    sendFile(ground, params.id, body, upload, { userId: user.userId, pace }),
  );
};
