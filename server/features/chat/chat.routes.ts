import * as contract from '#contract/chat.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { getUnread, listMessages, markAsRead } from './chat.service.ts';
import { checkSending, sendFile } from './chat-files.ts';
import { listConversations, listReceivers } from './chat-list.ts';
import { findMessages } from './chat-search.ts';
import { listenToChat } from './chat-sockets.ts';

/** Messages between two people: sending, reading, unread counts and search. */
export const chatRoutes: Routes = (register, ctx) => {
  const pace = ctx.limits.tokenBucket(contract.messageBurst, contract.messagesPerSecond);
  listenToChat(ctx, pace);

  register(contract.listConversations, ({ user }) => listConversations(ctx, user));

  register(contract.listReceivers, ({ user }) => listReceivers(ctx.db, user));

  register(contract.unreadMessages, ({ user }) => getUnread(ctx.db, user.userId));

  register(contract.unreadTotal, async ({ user }) => {
    const unread = await getUnread(ctx.db, user.userId);
    return { total_unread: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0) };
  });

  register(contract.searchMessages, ({ user, query }) => findMessages(ctx, user, query));

  register(contract.markRead, ({ body, user }) => markAsRead(ctx, user, body));

  register(contract.listMessages, ({ user, params, query }) =>
    listMessages(ctx, user, params.id, query),
  );

  register(
    contract.sendAttachment,
    ({ params, body, upload, actor }) => sendFile(ctx, params.id, body, upload, actor),
    { beforeFile: ({ params, body, actor }) => checkSending(ctx, params.id, body, actor, pace) },
  );
};
