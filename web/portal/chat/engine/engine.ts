import {
  type Message,
  type MessagesRead,
  messagesReadEvent,
  receiveMessageEvent,
  type Typing,
  typingEvent,
} from '#contract/chat.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts';
import type { ConnectionState } from '#web/lib/socket.ts';
import { type Delivery, deliverFile, deliverText, Uploads } from './delivery.ts';
import { Outbox } from './outbox.ts';
import { ReadTracker } from './read-tracker.ts';
import { showThread } from './thread.ts';
import { Threads } from './threads.ts';
import type { EngineDeps, Thread } from './types.ts';
import { TypingTracker } from './typing.ts';
import { type UnsentMessage, UnsentMessages } from './unsent-messages.ts';

/** The most messages that the server returns at once. */
const maxPageSize = '500';

/** The chat of the signed-in user on one page: stored and unsent messages, typing and read state. */
export class ChatEngine {
  readonly #deps: EngineDeps;
  readonly #unsent: UnsentMessages;
  readonly #outbox: Outbox;
  readonly #typing: TypingTracker;
  readonly #readTracker: ReadTracker;
  readonly #threads: Threads;
  readonly #uploads: Uploads;
  readonly #listeners = new Set<() => void>();
  readonly #views = new Map<number, { version: number; thread: Thread }>();
  /** Increases with each change of a thread. */
  #version = 0;
  #unwatch: (() => void) | null = null;

  constructor(deps: EngineDeps) {
    const { userId, connection, storage, files } = deps;
    this.#deps = deps;
    this.#unsent = new UnsentMessages(userId, storage, files, (removed) =>
      this.#threads.expect(removed),
    );
    this.#uploads = new Uploads(deps.uploadBegins);
    this.#threads = new Threads({
      userId,
      loadHistory: deps.loadHistory,
      onStored: (messages) => this.#removeStored(messages),
      onChange: this.#changed,
    });
    this.#outbox = new Outbox({
      ...{ userId, connection, locks: deps.locks, onRejected: deps.onRejected },
      unsent: this.#unsent,
      refresh: () => this.#refresh(),
      deliver: (message) => this.#deliver(message),
      onStored: (message) => this.#receive(message),
      onChange: this.#changed,
    });
    this.#typing = new TypingTracker(
      (receiverId) => connection.emit(typingEvent, { receiverId }),
      this.#changed,
    );
    this.#readTracker = new ReadTracker(deps, this.#threads);
    connection.on(receiveMessageEvent, (payload) => this.#receive(payload as Message));
    connection.on(messagesReadEvent, (payload) => this.#read(payload as MessagesRead));
    connection.on(typingEvent, (payload) => {
      if ((payload as Typing).senderId !== userId) this.#typing.receive(payload as Typing);
    });
    connection.onState(this.#connectionChanged);
    this.#connectionChanged(connection.state);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The thread with that person; the same object until something changes. */
  view(partnerId: number): Thread {
    const known = this.#views.get(partnerId);
    if (known?.version === this.#version) return known.thread;
    const thread = this.#show(partnerId, known?.thread);
    this.#views.set(partnerId, { version: this.#version, thread });
    return thread;
  }

  /** The ids of the admins typing to that person; the same array until it changes. */
  typingTo(receiverId: number): readonly number[] {
    return this.#typing.typingTo(receiverId);
  }

  /** Keeps that thread live until the returned function is called. */
  open(partnerId: number): () => void {
    const thread = this.#threads.of(partnerId);
    thread.open += 1;
    void thread.sync();
    return () => {
      thread.open -= 1;
      if (thread.open > 0) return;
      thread.stop();
      this.#readTracker.closed(partnerId);
    };
  }

  /** Retries in state 'failed'. */
  reload(partnerId: number): void {
    this.#threads.of(partnerId).reload();
  }

  /** Loads the 50 messages before the oldest; nothing while loading or at the beginning. */
  loadOlder(partnerId: number): void {
    void this.#threads.of(partnerId).loadOlder();
  }

  /** Loads as many older messages as one reply can have, to look for one of them. */
  loadManyOlder(partnerId: number): void {
    void this.#threads.of(partnerId).loadOlder(maxPageSize);
  }

  /** Puts a message into the outbox (the text trimmed; nothing without text and file). */
  send(receiverId: number, text: string, file: File | null = null): void {
    const content = isBlank(text) ? '' : text.trim();
    if (content === '' && file === null) return;
    const clientId = newIdempotencyKey();
    this.#unsent.add({ clientId, receiverId, content, file });
    if (file) void this.#storeFile(clientId, file);
    this.#typing.reset(receiverId);
    this.#changed();
    this.#outbox.drain();
  }

  /** Whether the device can store more files of these sizes in bytes. */
  hasRoomFor(sizes: readonly number[]): boolean {
    return this.#unsent.hasRoomFor(sizes);
  }

  /** Resends a failed message with the same clientId. */
  retry(clientId: string): void {
    const message = this.#unsent.get(clientId);
    if (!message || message.error === null) return;
    this.#unsent.update(clientId, { error: null, percent: 0 });
    if (message.attached && this.#unsent.get(clientId)) this.#uploads.start(message);
    this.#changed();
    this.#outbox.drain();
  }

  /** Removes an unsent message from the outbox. */
  discard(clientId: string): void {
    const message = this.#unsent.get(clientId);
    if (!message) return;
    this.#remove(clientId);
    // An attempt without a response may have arrived.
    this.#threads.expect([message]);
  }

  /** Called on each keystroke. */
  type(receiverId: number): void {
    this.#typing.type(receiverId);
  }

  /** The newest message is visible: call it after scrolling to the end and for each message received there. */
  markSeen(partnerId: number): void {
    this.#readTracker.see(partnerId);
  }

  #show(partnerId: number, before: Thread | undefined): Thread {
    const { userId } = this.#deps;
    const { stored, state, hasOlder, loadingOlder } = this.#threads.of(partnerId);
    const unsent = this.#unsent.all.filter(({ receiverId }) => receiverId === partnerId);
    const shown = showThread(stored, unsent, userId);
    const messages = before && isSameList(before.messages, shown) ? before.messages : shown;
    const isTyping = this.#typing.typingTo(userId).includes(partnerId);
    const thread = { messages, state, hasOlder, loadingOlder, isTyping };
    return before && isSameList(Object.values(before), Object.values(thread)) ? before : thread;
  }

  readonly #connectionChanged = (state: ConnectionState): void => {
    if (state === 'closed') {
      this.#stop();
      return;
    }
    this.#unwatch ??= this.#deps.watch(
      () => this.#readTracker.visibilityChanged(),
      () => {
        this.#refresh();
        this.#outbox.drain();
      },
    );
    for (const message of this.#unsent.all) {
      if (message.attached && message.error === null) this.#uploads.start(message);
    }
    this.#outbox.connectionChanged();
    if (state !== 'connected') return;
    this.#threads.connected();
    this.#typing.connected();
    this.#readTracker.visibilityChanged();
  };

  /** The user has left the portal. */
  #stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#uploads.stopAll();
    this.#threads.stop();
    this.#outbox.connectionChanged();
  }

  #receive(message: Message): void {
    const { userId, onMessage } = this.#deps;
    const { senderId, receiverId } = message;
    const partnerId = senderId === userId ? receiverId : senderId;
    const isSeen = senderId === partnerId && this.#readTracker.isInSight(partnerId);
    const thread = this.#threads.known(partnerId);
    if (thread) thread.receive([message]);
    else this.#removeStored([message]);
    this.#typing.end(message);
    onMessage(message, isSeen);
    if (isSeen) this.#readTracker.received(partnerId);
  }

  #read(event: MessagesRead): void {
    const partnerId = event.readerId === this.#deps.userId ? event.senderId : event.readerId;
    this.#threads.known(partnerId)?.read(event);
  }

  /** A stored message is no longer unsent. */
  #removeStored(messages: readonly Message[]): void {
    if (this.#unsent.all.length === 0) return;
    for (const { senderId, clientId } of messages) {
      if (senderId !== this.#deps.userId || clientId === undefined) continue;
      if (this.#unsent.get(clientId)) this.#remove(clientId);
    }
  }

  #remove(clientId: string): void {
    this.#unsent.remove(clientId);
    this.#uploads.stop(clientId);
    this.#changed();
  }

  #refresh(): void {
    this.#unsent.refresh();
    this.#changed();
  }

  async #deliver(message: UnsentMessage): Promise<Delivery> {
    const { connection, upload } = this.#deps;
    const { clientId, attached } = message;
    if (attached === null) return deliverText(connection, message);
    const signal = this.#uploads.start(message);
    const file = await this.#unsent.readFile(message);
    // Another tab may have sent it and deleted the file.
    if (!file) this.#refresh();
    if (!this.#unsent.get(clientId)) return { outcome: 'lost' };
    const onPercent = (percent: number) => {
      if (this.#unsent.setPercent(clientId, percent)) this.#changed();
    };
    const result = await deliverFile(file, (bytes) => upload(message, bytes, onPercent, signal));
    if (result.outcome === 'stored' || result.outcome === 'rejected') this.#uploads.stop(clientId);
    return result;
  }

  async #storeFile(clientId: string, file: File): Promise<void> {
    this.#uploads.start({ clientId, file });
    const isStored = await this.#unsent.storeFile(clientId, file);
    if (isStored) this.#uploads.stored(clientId);
    else if (this.#unsent.get(clientId)) this.#deps.onFileNotStored();
    this.#changed();
  }

  readonly #changed = (): void => {
    this.#version += 1;
    this.#notify();
  };

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
