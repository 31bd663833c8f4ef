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
import { Histories, maxPageSize } from './history.ts';
import { Outbox } from './outbox.ts';
import { ReadTracker } from './read-tracker.ts';
import type { EngineDeps } from './types.ts';
import { TypingTracker } from './typing.ts';
import { type UnsentMessage, UnsentMessages } from './unsent-messages.ts';
import { Drafts } from './unsent-storage.ts';

/** The event of a stored message has arrived by then (ms). */
const eventTimeoutMs = 2000;

/** The chat of the signed-in user on one page: stored and unsent messages, typing and read state. */
export class ChatEngine {
  readonly histories: Histories;
  readonly #deps: EngineDeps;
  readonly #unsent: UnsentMessages;
  readonly #outbox: Outbox;
  readonly #drafts: Drafts;
  readonly #typing: TypingTracker;
  readonly #readTracker: ReadTracker;
  readonly #uploads: Uploads;
  readonly #listeners = new Set<() => void>();
  readonly #unsentTo = new Map<number, readonly UnsentMessage[]>();
  #unwatch: (() => void) | null = null;

  constructor(deps: EngineDeps) {
    const { userId, connection, storage, files } = deps;
    this.#deps = deps;
    this.#unsent = new UnsentMessages(userId, storage, files, (removed) => this.#expect(removed));
    this.#drafts = new Drafts(userId, storage);
    this.#uploads = new Uploads(deps.uploadBegins);
    this.histories = new Histories(deps.client, userId, async (partnerId, query, signal) => {
      const page = await deps.loadHistory(partnerId, query, signal);
      this.#removeStored(page.rows);
      return page;
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
    this.#readTracker = new ReadTracker(deps, this.histories);
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

  /** The unsent messages to that person; the same array until one of them changes. */
  unsentTo(partnerId: number): readonly UnsentMessage[] {
    const before = this.#unsentTo.get(partnerId);
    const unsent = this.#unsent.all.filter(({ receiverId }) => receiverId === partnerId);
    if (before && isSameList(before, unsent)) return before;
    this.#unsentTo.set(partnerId, unsent);
    return unsent;
  }

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

  /** Puts a message into the outbox (the text trimmed; nothing without text and file) and deletes the draft. */
  send(receiverId: number, text: string, file: File | null = null): void {
    const content = isBlank(text) ? '' : text.trim();
    if (content === '' && file === null) return;
    const clientId = newIdempotencyKey();
    this.#unsent.add({ clientId, receiverId, content, file });
    if (file) void this.#storeFile(clientId, file);
    this.#typing.reset(receiverId);
    this.setDraft(receiverId, '');
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
    this.#expect([message]);
  }

  draft(receiverId: number): string {
    return this.#drafts.get(receiverId);
  }

  setDraft(receiverId: number, text: string): void {
    this.#drafts.set(receiverId, text);
    this.#notify();
  }

  /** Called on each keystroke. */
  type(receiverId: number): void {
    this.#typing.type(receiverId);
  }

  /** The newest message is visible: call it after scrolling to the end and for each message received there. */
  markSeen(partnerId: number): void {
    this.#readTracker.see(partnerId);
  }

  /**
   * These messages are no longer unsent and may be stored. The event of a message that another tab has sent
   * arrives anyway, unless this page made the first attempt: then it is loaded.
   */
  #expect(removed: readonly UnsentMessage[]): void {
    setTimeout(() => {
      const missing = removed.filter(
        ({ receiverId, clientId }) => !this.histories.has(receiverId, clientId),
      );
      for (const partnerId of new Set(missing.map(({ receiverId }) => receiverId))) {
        this.histories.catchUp(partnerId);
      }
    }, eventTimeoutMs);
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
    this.histories.catchUpAll();
    this.#typing.connected();
    this.#readTracker.visibilityChanged();
  };

  /** The user has left the portal. */
  #stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#uploads.stopAll();
    this.#outbox.connectionChanged();
  }

  #receive(message: Message): void {
    const { userId, onMessage } = this.#deps;
    const { senderId, receiverId } = message;
    const partnerId = senderId === userId ? receiverId : senderId;
    const isSeen = senderId === partnerId && this.#readTracker.isInSight(partnerId);
    this.histories.receive(partnerId, [message]);
    this.#removeStored([message]);
    this.#typing.end(message);
    onMessage(message, isSeen);
    if (isSeen) this.#readTracker.received(partnerId);
  }

  #read(event: MessagesRead): void {
    const partnerId = event.readerId === this.#deps.userId ? event.senderId : event.readerId;
    this.histories.read(partnerId, event);
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
    this.#notify();
  };

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
