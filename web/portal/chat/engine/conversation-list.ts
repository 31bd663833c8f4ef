import type { Answered, Conversation, Message, MessagesRead } from '#contract/chat.ts';

/** The server cuts the last message at this length. */
const maxPreviewLength = 200;

/**
 * The list after a message, its conversation first; null when that person isn't in the list yet, the same
 * list when the message is already in it. `isSeen`: the message doesn't count as unread.
 */
export function withMessage(
  list: Conversation[],
  message: Message,
  userId: number,
  isSeen: boolean,
): Conversation[] | null {
  const isOwn = message.senderId === userId;
  const partnerId = isOwn ? message.receiverId : message.senderId;
  const known = list.find((entry) => entry.userId === partnerId);
  if (!known) return null;
  if ((known.lastMessage?.id ?? 0) >= message.id) return list;
  if (message.automatic) {
    const count = known.unreadCount + (isOwn || isSeen ? 0 : 1);
    return list.map((entry) => (entry === known ? { ...known, unreadCount: count } : entry));
  }
  const lastMessage = { ...message, content: message.content.slice(0, maxPreviewLength) };
  const unreadCount = known.unreadCount + (isOwn || isSeen ? 0 : 1);
  return [{ ...known, lastMessage, unreadCount }, ...list.filter((entry) => entry !== known)];
}

/** The list after either person has read messages. */
export function withRead(
  list: Conversation[],
  event: MessagesRead,
  userId: number,
): Conversation[] {
  const { readerId, senderId, upTo, readAt } = event;
  const partnerId = readerId === userId ? senderId : readerId;
  return list.map((entry) => {
    const { lastMessage } = entry;
    if (entry.userId !== partnerId || lastMessage === null || lastMessage.id > upTo) return entry;
    const isRead = lastMessage.senderId === senderId && lastMessage.readAt === undefined;
    return {
      ...entry,
      unreadCount: readerId === userId ? 0 : entry.unreadCount,
      lastMessage: isRead ? { ...lastMessage, readAt } : lastMessage,
    };
  });
}

/** The list after the user has read that person's messages. */
export function withSeen(list: Conversation[], partnerId: number): Conversation[] {
  return list.map((entry) => (entry.userId === partnerId ? { ...entry, unreadCount: 0 } : entry));
}

/** The list after an admin has answered an employee; null when the employee isn't in it yet. */
export function withAnswer(list: Conversation[], { userId, by }: Answered): Conversation[] | null {
  if (!list.some((entry) => entry.userId === userId)) return null;
  return list.map((entry) => (entry.userId === userId ? { ...entry, answeredBy: by } : entry));
}
