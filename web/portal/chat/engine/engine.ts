import type { QueryClient } from '@tanstack/react-query';
import {
  type Answered,
  answeredEvent,
  type Conversation,
  type Message,
  type MessagesRead,
  messagesReadEvent,
  receiveMessageEvent,
  type Typing,
  typingEvent,
} from '#contract/chat.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import type { Connection, ConnectionState } from '#web/lib/api/socket.ts';
import { connectionOf } from '../../shared/live/live-updates.ts';
import { unreadOf } from '../../shared/live/unread.ts';
import { isMessage, type OutboxEntry, type UnsentMessage } from '../../shared/offline/entries.ts';
import type { Delivery, Outbox } from '../../shared/offline/outbox.ts';
import { outboxOf } from '../../shared/offline/outbox-of.ts';
import { usersQuery } from '../../shared/people/users.data.ts';
import { toast } from '../../shared/toast.tsx';
import { type ChatServer, chatServer, conversationsQuery } from '../chat.data.ts';
import { withAnswer, withMessage, withRead, withSeen } from './conversation-list.ts';
import { deliverFile, deliverText, Uploads } from './delivery.ts';
import { Histories, maxPageSize } from './history.ts';
import { ReadTracker } from './read-tracker.ts';
import { TypingTracker } from './typing.ts';

/** The event of a stored message has arrived by then (ms). */
const eventTimeoutMs = 2000;
/** How many unsent files a device stores for one user, and their total size in bytes. */
export const maxFiles = 20;
export const maxFileBytes = 200 * 1024 * 1024;

interface EngineParts {
  userId: number;
  client: QueryClient;
  connection: Connection;
  outbox: Outbox;
  server: ChatServer;
}

const engines = new WeakMap<QueryClient, ChatEngine>();

/** The chat engine of the signed-in user; it runs while the portal is open, on every page. */
export function engineOf(client: QueryClient, userId: number): ChatEngine {
  const known = engines.get(client);
  if (known) return known;
  const connection = connectionOf(client);
  const outbox = outboxOf(client);
  const engine = new ChatEngine({ userId, client, connection, outbox, server: chatServer });
  engines.set(client, engine);
  return engine;
}

/** Sends and receives the messages of the signed-in user: applies events to the query cache, and tells what was read and typed. */
export class ChatEngine {
  readonly histories: Histories;
  readonly #parts: EngineParts;
  readonly #typing: TypingTracker;
  readonly #readTracker: ReadTracker;
  readonly #uploads = new Uploads();
  readonly #listeners = new Set<() => void>();
  #entries: readonly OutboxEntry[];
  #unwatch: (() => void) | null = null;

  constructor(parts: EngineParts) {
    const { userId, client, connection, outbox, server } = parts;
    this.#parts = parts;
    this.histories = new Histories(client, userId, async (...asked) => {
      const page = await server.loadHistory(...asked);
      this.#removeStored(page.rows);
      return page;
    });
    this.#typing = new TypingTracker(
      (receiverId) => connection.emit(typingEvent, { receiverId }),
      () => {
        for (const listener of [...this.#listeners]) listener();
      },
    );
    this.#readTracker = new ReadTracker({
      histories: this.histories,
      unread: unreadOf(client),
      markRead: server.markRead,
      onSeen: (partnerId) => this.#seen(partnerId),
    });
    connection.on(receiveMessageEvent, (payload) => this.#receive(payload as Message));
    connection.on(messagesReadEvent, (payload) => this.#read(payload as MessagesRead));
    connection.on(answeredEvent, (payload) =>
      this.#changeList((list) => withAnswer(list, payload as Answered)),
    );
    connection.on(typingEvent, (payload) => {
      if ((payload as Typing).senderId !== userId) this.#typing.receive(payload as Typing);
    });
    connection.onState(this.#connectionChanged);
    this.#connectionChanged(connection.state);
    this.#entries = outbox.entries.view();
    outbox.entries.subscribe(() => this.#expectRemoved());
    outbox.deliverMessage = (message) => this.#deliver(message);
    outbox.drain();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The ids of the admins typing to that person; the same array until it changes. */
  typingTo(receiverId: number): readonly number[] {
    return this.#typing.typingTo(receiverId);
  }

  /** The thread is no longer on the screen. */
  close(partnerId: number): void {
    this.#readTracker.closed(partnerId);
  }

  /** Loads as many older messages as one reply can have, to look for one of them. */
  loadManyOlder(partnerId: number): void {
    this.histories.loadOlder(partnerId, String(maxPageSize));
  }

  /** Puts a message into the outbox: the text trimmed; nothing without text and file. */
  send(receiverId: number, text: string, file: File | null = null): void {
    const content = isBlank(text) ? '' : text.trim();
    if (content === '' && file === null) return;
    this.#typing.reset(receiverId);
    void this.#add(receiverId, content, file);
  }

  /** Whether the device can store more files of these sizes in bytes. */
  hasRoomFor(more: readonly number[]): boolean {
    const unsent = this.#parts.outbox.entries.view().filter(isMessage);
    const sizes = [...unsent.flatMap(({ files }) => files.map(({ size }) => size)), ...more];
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return sizes.length <= maxFiles && total <= maxFileBytes;
  }

  /** Resends a failed message with the same clientId. */
  retry(clientId: string): void {
    void this.#parts.outbox.retry(clientId);
  }

  /** Removes an unsent message from the outbox. */
  discard(clientId: string): void {
    this.#uploads.stop(clientId);
    void this.#parts.outbox.entries.remove(clientId);
  }

  /** Called on each keystroke. */
  type(receiverId: number): void {
    this.#typing.type(receiverId);
  }

  /** The newest message is visible: call it after scrolling to the end and for each message received there. */
  markSeen(partnerId: number): void {
    this.#readTracker.see(partnerId);
  }

  readonly #connectionChanged = (state: ConnectionState): void => {
    if (state === 'closed') {
      // The user has left the portal.
      this.#unwatch?.();
      this.#unwatch = null;
      this.#uploads.stopAll();
      return;
    }
    this.#unwatch ??= watchVisibility(() => this.#readTracker.visibilityChanged());
    if (state !== 'connected') return;
    this.histories.catchUpAll();
    this.#typing.connected();
    this.#readTracker.visibilityChanged();
  };

  async #add(receiverId: number, content: string, file: File | null): Promise<void> {
    const { outbox } = this.#parts;
    const clientId = newIdempotencyKey();
    if (file) this.#uploads.start(clientId, true);
    const isStored = await outbox.add({ receiverId, content, files: file ? [file] : [] }, clientId);
    if (!file) return;
    if (isStored) this.#uploads.stored(clientId);
    else if (outbox.entries.get(clientId)) toast.show(messages.fileNotStored, 'error');
  }

  async #deliver(message: UnsentMessage): Promise<Delivery<Message>> {
    const { client, connection } = this.#parts;
    const [file] = message.files;
    const result = await (file ? this.#upload(message, file) : deliverText(connection, message));
    if (result.outcome === 'stored') this.#receive(result.reply);
    if (result.outcome === 'rejected') {
      // The lists may be outdated.
      void client.invalidateQueries(usersQuery);
      void client.invalidateQueries(conversationsQuery);
    }
    return result;
  }

  async #upload(message: UnsentMessage, file: File): Promise<Delivery<Message>> {
    const { connection, outbox, server } = this.#parts;
    const { id } = message;
    const signal = this.#uploads.start(id, !outbox.entries.isStored(id));
    if (connection.state !== 'connected') return { outcome: 'lost' };
    const onProgress = (part: number) =>
      outbox.entries.note(id, { percent: Math.floor(part * 100) });
    const result = await deliverFile(file, () => server.upload(message, file, onProgress, signal));
    if (result.outcome === 'stored' || result.outcome === 'rejected') this.#uploads.stop(id);
    return result;
  }

  #receive(message: Message): void {
    const { userId } = this.#parts;
    const { senderId, receiverId } = message;
    const partnerId = senderId === userId ? receiverId : senderId;
    const isSeen = senderId === partnerId && this.#readTracker.isInSight(partnerId);
    this.histories.receive(partnerId, [message]);
    this.#removeStored([message]);
    this.#typing.end(message);
    this.#changeList((list) => withMessage(list, message, userId, isSeen));
    if (isSeen) this.#readTracker.received(partnerId);
  }

  #read(event: MessagesRead): void {
    const { userId } = this.#parts;
    this.histories.read(event.readerId === userId ? event.senderId : event.readerId, event);
    this.#changeList((list) => withRead(list, event, userId));
  }

  #seen(partnerId: number): void {
    const list = this.#parts.client.getQueryData(conversationsQuery.queryKey) ?? [];
    const { unreadCount = 0 } = list.find(({ userId }) => userId === partnerId) ?? {};
    if (unreadCount === 0) return;
    unreadOf(this.#parts.client).add(-unreadCount);
    this.#changeList((conversations) => withSeen(conversations, partnerId));
  }

  /** Changes the loaded list of conversations; reloads it when the change can't be applied. */
  #changeList(change: (list: Conversation[]) => Conversation[] | null): void {
    const { client } = this.#parts;
    const list = client.getQueryData(conversationsQuery.queryKey);
    if (list === undefined) return;
    const changed = change(list);
    const isLoading = client.isFetching(conversationsQuery) > 0;
    // The reply may be older than this change.
    if (isLoading) void client.cancelQueries(conversationsQuery);
    if (changed !== null) client.setQueryData(conversationsQuery.queryKey, changed);
    if (changed === null || isLoading) unreadOf(client).reload();
  }

  /** A stored message is no longer unsent. */
  #removeStored(stored: readonly Message[]): void {
    const { userId, outbox } = this.#parts;
    for (const { senderId, clientId = '' } of stored) {
      if (senderId === userId && outbox.entries.get(clientId)) this.discard(clientId);
    }
  }

  /**
   * Messages that are no longer unsent may be stored. The event of a message that another tab has sent
   * arrives anyway, unless this page made the first attempt: then it is loaded.
   */
  #expectRemoved(): void {
    const { entries } = this.#parts.outbox;
    const removed = this.#entries.filter(isMessage).filter(({ id }) => !entries.get(id));
    this.#entries = entries.view();
    if (removed.length === 0) return;
    setTimeout(() => {
      const missing = removed.filter(({ receiverId, id }) => !this.histories.has(receiverId, id));
      for (const receiverId of new Set(missing.map((one) => one.receiverId))) {
        this.histories.catchUp(receiverId);
      }
    }, eventTimeoutMs);
  }
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  addEventListener('focus', onChange);
  addEventListener('blur', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('focus', onChange);
    removeEventListener('blur', onChange);
  };
}
