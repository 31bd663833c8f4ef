import * as contract from '#contract/chat.ts';
import type { Routes } from '../../platform/routes.ts';

/** Messages between two people: what was written, what is unread, what is sought. */
export const chatRoutes: Routes = (register, ground) => {
  const later = () => {
    throw new Error('not built yet');
  };
  register(contract.listConversations, later);
  register(contract.unreadMessages, later);
  register(contract.unreadTotal, async () => ({ total_unread: 0 }));
  register(contract.searchMessages, later);
  register(contract.markRead, later);
  register(contract.listMessages, later);
  register(contract.sendAttachment, later);
  void ground;
};
