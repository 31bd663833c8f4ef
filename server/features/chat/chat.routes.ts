import * as contract from '#contract/chat.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import { getUnread, listMessages, markAsRead, streamMessages } from './chat.service.ts';
import { checkSending, sendFile } from './chat-files.ts';
import { listConversations, listReceivers } from './chat-list.ts';
import { findMessages } from './chat-search.ts';
import { listenToChat } from './chat-sockets.ts';

/** Messages between two people: sending, reading, unread counts and search. */
export const chatRoutes: Routes = (register, ctx) => {
  const pace = ctx.limits.tokenBucket(contract.messageBurst, contract.messagesPerSecond);
  listenToChat(ctx, pace);

  register(contract.listConversations, async ({ query, user, reply }) => {
    const { rows, next } = await listConversations(ctx, user, query);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.listReceivers, ({ user }) => listReceivers(ctx.db, user));

  register(contract.unreadMessages, ({ user }) => getUnread(ctx.db, user.userId));

  register(contract.unreadTotal, async ({ user }) => {
    const unread = await getUnread(ctx.db, user.userId);
    return { total_unread: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0) };
  });

  register(contract.searchMessages, async ({ query, user, reply }) => {
    const { rows, next } = await findMessages(ctx, user.userId, query);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.markRead, ({ body, user }) => markAsRead(ctx, user, body));

  register(contract.listMessages, async ({ params, query, user, reply }) => {
    const { limit } = query;
    const after = query.after ?? null;
    const before = decodeCursor(query.before)?.id ?? null;
    if (limit === undefined) {
      // Building a conversation of years at once would block other requests.
      const chunks = await streamMessages(ctx, user, params.id, { before, after });
      return new RawJson(chunks);
    }
    const { rows, next } = await listMessages(ctx, user, params.id, { limit, before, after });
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(
    contract.sendAttachment,
    ({ params, body, upload, actor }) => sendFile(ctx, params.id, body, upload, actor),
    { beforeFile: ({ params, body, actor }) => checkSending(ctx, params.id, body, actor, pace) },
  );
};
