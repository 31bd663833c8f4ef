import { keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import {
  listConversations,
  listMessages,
  type Message,
  markRead,
  searchMessages,
  sendAttachment,
} from '#contract/chat.ts';
import { call, callPage } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';
import { conversationsKey } from '../shared/live/badges.data.ts';
import type { UnsentMessage } from '../shared/offline/entries.ts';

/** Timeout of a call without a file (ms): after sleep the connection may be dead. */
const timeout = 20_000;

/** A page of a conversation: the newest, those before a cursor, or those after an id. */
export interface HistoryQuery {
  limit: string;
  before?: string;
  after?: number;
}

/** What the chat asks the server beside its connection. */
export interface ChatServer {
  /** Loads messages, oldest first; `next` is the cursor to older ones, null at the beginning. */
  loadHistory: (
    partnerId: number,
    query: HistoryQuery,
    signal?: AbortSignal,
  ) => Promise<{ rows: readonly Message[]; next: string | null }>;
  /** Stores a message with its file and reports the fraction of the bytes sent. */
  upload: (
    message: UnsentMessage,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ) => Promise<Message>;
  markRead: (senderId: number, upTo: number) => Promise<unknown>;
}

export const chatServer: ChatServer = {
  loadHistory: (id, query, signal) =>
    callPage(listMessages, { params: { id }, query }, { signal, timeout }),
  upload: async ({ id: clientId, receiverId, content }, file, onProgress, signal) => {
    const options = { params: { id: receiverId }, signal, onProgress };
    return (await upload(sendAttachment, { content, clientId }, file, options)).sent;
  },
  markRead: (senderId, upTo) => call(markRead, { body: { senderId, upTo } }, { timeout }),
};

export const conversationsQuery = queryOptions({
  queryKey: conversationsKey,
  queryFn: ({ signal }) => call(listConversations, {}, { signal }),
  meta: { offline: true },
});

/** The user's messages with every word of `q`, newest first, 50 at a time; no request for a blank `q`. */
export function useMessageSearch(q: string) {
  const words = q.trim();
  return useInfiniteQuery({
    queryKey: ['message-search', words],
    queryFn: ({ signal, pageParam }) => {
      const query = { q: words, limit: '50', ...(pageParam !== '' && { before: pageParam }) };
      return callPage(searchMessages, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled: words !== '',
  });
}
