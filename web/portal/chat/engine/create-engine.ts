import type { QueryClient } from '@tanstack/react-query';
import {
  type Answered,
  answeredEvent,
  type Conversation,
  listMessages,
  type MessagesRead,
  markRead,
  messagesReadEvent,
  sendAttachment,
} from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { call, callPage } from '#web/lib/api.ts';
import { upload } from '#web/lib/upload.ts';
import { uploadBegins } from '../../shared/files/running-uploads.ts';
import { connectionOf } from '../../shared/live-updates.ts';
import { toast } from '../../shared/toast.tsx';
import { unreadOf } from '../../shared/unread.ts';
import { usersQuery } from '../../shared/users.data.ts';
import { conversationsQuery } from '../chat.data.ts';
import { withAnswer, withMessage, withRead } from './conversation-list.ts';
import { ChatEngine } from './engine.ts';
import { deviceFiles } from './file-store.ts';
import { deviceStorage } from './unsent-storage.ts';

/** Timeout of a call without a file (ms): after sleep the connection may be dead. */
const callTimeoutMs = 20_000;

const engines = new WeakMap<QueryClient, ChatEngine>();

/** The chat engine of the signed-in user; it runs while the portal is open, on every page. */
export function engineOf(client: QueryClient, userId: number): ChatEngine {
  const known = engines.get(client);
  if (known) return known;
  const engine = createEngine(client, userId);
  engines.set(client, engine);
  return engine;
}

function createEngine(client: QueryClient, userId: number): ChatEngine {
  const connection = connectionOf(client);
  const unread = unreadOf(client);
  const lists = conversationsIn(client, () => unread.reload());
  connection.on(messagesReadEvent, (payload) => {
    lists.change((list) => withRead(list, payload as MessagesRead, userId));
  });
  connection.on(answeredEvent, (payload) => {
    lists.change((list) => withAnswer(list, payload as Answered));
  });
  return new ChatEngine({
    userId,
    connection,
    client,
    loadHistory: (partnerId, query, signal) =>
      callPage(
        listMessages,
        { params: { id: partnerId }, query },
        { signal, timeout: callTimeoutMs },
      ),
    upload: async ({ receiverId, content, clientId }, file, onPercent, signal) => {
      const { sent } = await upload(sendAttachment, { content, clientId }, file, {
        params: { id: receiverId },
        signal,
        onProgress: (part) => onPercent(Math.floor(part * 100)),
      });
      return sent;
    },
    markRead: (senderId, upTo) =>
      call(markRead, { body: { senderId, upTo } }, { timeout: callTimeoutMs }),
    storage: deviceStorage(),
    files: deviceFiles,
    locks: navigator.locks ?? null,
    // A window can be visible beside the one that is used.
    isVisible: () => document.visibilityState === 'visible' && document.hasFocus(),
    watch,
    uploadBegins,
    onFileNotStored: () => toast.show(messages.fileNotStored, 'error'),
    onMessage: (message, isSeen) => {
      lists.change((list) => withMessage(list, message, userId, isSeen));
    },
    onRejected: () => {
      void client.invalidateQueries(usersQuery);
      void client.invalidateQueries(conversationsQuery);
    },
    onInSight: (partnerId) => {
      unread.inSight = partnerId;
    },
    onSeen: (partnerId) => {
      lists.change((list) =>
        list.map((entry) => {
          if (entry.userId !== partnerId || entry.unreadCount === 0) return entry;
          unread.add(-entry.unreadCount);
          return { ...entry, unreadCount: 0 };
        }),
      );
    },
    refreshCounts: () => unread.reload(),
  });
}

/** Changes the loaded list of conversations; reloads it when the change can't be applied. */
function conversationsIn(client: QueryClient, reload: () => void) {
  return {
    change(action: (list: Conversation[]) => Conversation[] | null): void {
      const list = client.getQueryData(conversationsQuery.queryKey);
      if (list === undefined) return;
      const changed = action(list);
      const isLoading = client.isFetching(conversationsQuery) > 0;
      // The reply may be older than this change.
      if (isLoading) void client.cancelQueries(conversationsQuery);
      if (changed !== null) client.setQueryData(conversationsQuery.queryKey, changed);
      if (changed === null || isLoading) reload();
    },
  };
}

function watch(onVisibility: () => void, onStorage: () => void): () => void {
  const onStored = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith('headrack.outbox.')) onStorage();
  };
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('focus', onVisibility);
  addEventListener('blur', onVisibility);
  addEventListener('storage', onStored);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('focus', onVisibility);
    removeEventListener('blur', onVisibility);
    removeEventListener('storage', onStored);
  };
}
