import {
  type Message,
  type MessagesRead,
  messagesReadEvent,
  receiveMessageEvent,
  type Typing,
  typingEvent,
} from '#contract/chat.ts';
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts';
import type { ConnectionState } from '#web/lib/socket.ts';
import { deliverFile, deliverText } from './delivery.ts';
import { Drafts } from './drafts.ts';
import type { EngineParts } from './engine-parts.ts';
import { type Delivery, Outbox } from './outbox.ts';
import { Reading } from './reading.ts';
import { Snapshots, sameList } from './snapshots.ts';
import { newestOf, presentThread } from './thread.ts';
import { Threads } from './threads.ts';
import type { Thread } from './types.ts';
import { TypingPeople } from './typing-people.ts';
import { Uploads } from './uploads.ts';
import { type Waiting, WaitingMessages } from './waiting.ts';

/** Messages that one answer holds, at most. */
const maxPageSize = '500';

/** The chat of one signed-in person on one page: what is stored, what waits to be, what was read. */
export class ChatEngine {
  readonly #parts: EngineParts;
  readonly #waiting: WaitingMessages;
  readonly #outbox: Outbox;
  readonly #drafts: Drafts;
  readonly #typing: TypingPeople;
  readonly #reading: Reading;
  readonly #threads: Threads;
  readonly #views = new Snapshots<Thread>((partnerId, before) => this.#present(partnerId, before));
  readonly #office = new Snapshots<readonly number[]>((userId, before) =>
    sameList(before, this.#typing.typingTo(userId)),
  );
  readonly #listeners = new Set<() => void>();
  readonly #uploads: Uploads;
  #unwatch: (() => void) | null = null;

  constructor(parts: EngineParts) {
    const { userId, connection, place, files, locks } = parts;
    this.#parts = parts;
    this.#waiting = new WaitingMessages(userId, place, files, (removed) =>
      this.#threads.expect(removed),
    );
    this.#drafts = new Drafts(userId, place);
    this.#uploads = new Uploads(parts.uploadBegins);
    this.#threads = new Threads({
      userId,
      read: parts.read,
      onArrived: (messages) => this.#arrived(messages),
      onChange: this.#changed,
    });
    this.#outbox = new Outbox({
      waiting: this.#waiting,
      locks,
      lockName: `headrack.outbox.${userId}`,
      refresh: () => this.#refresh(),
      canSend: () => connection.state === 'connected',
      deliver: (entry) => this.#deliver(entry),
      onStored: (message) => this.#receive(message),
      onRefused: parts.onRefused,
      onChange: this.#changed,
    });
    this.#typing = new TypingPeople(
      (receiverId) => connection.emit(typingEvent, { receiverId }),
      this.#changed,
    );
    this.#reading = new Reading({
      newestUnread: (partnerId) => {
        const newest = newestOf(this.#threads.of(partnerId).stored, partnerId);
        return newest === undefined || newest.readAt !== undefined ? null : newest.id;
      },
      isOpen: (partnerId) => this.#threads.of(partnerId).open > 0,
      isVisible: parts.isVisible,
      markRead: parts.markRead,
      onInSight: parts.onInSight,
      onSeen: parts.onSeen,
      ask: parts.ask,
    });
    connection.on(receiveMessageEvent, (payload) => this.#receive(payload as Message));
    connection.on(messagesReadEvent, (payload) => this.#read(payload as MessagesRead));
    connection.on(typingEvent, (payload) => this.#heardTyping(payload as Typing));
    connection.onState(this.#lineChanged);
    this.#lineChanged(connection.state);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The thread with that person as it is now; the same object until something changes. */
  view(partnerId: number): Thread {
    return this.#views.of(partnerId);
  }

  /** Who else is typing to that person; the same array until something changes. */
  officeTyping(partnerId: number): readonly number[] {
    return this.#office.of(partnerId);
  }

  /** That thread is on a screen until the returned function is called. */
  open(partnerId: number): () => void {
    const thread = this.#threads.of(partnerId);
    thread.open += 1;
    void thread.sync();
    return () => {
      thread.open -= 1;
      if (thread.open > 0) return;
      thread.stop();
      this.#reading.closed(partnerId);
    };
  }

  reload(partnerId: number): void {
    this.#threads.of(partnerId).reload();
  }

  loadOlder(partnerId: number): void {
    void this.#threads.of(partnerId).loadOlder();
  }

  /** Loads as much that is older as one answer holds, for who looks for something in it. */
  lookBack(partnerId: number): void {
    void this.#threads.of(partnerId).loadOlder(maxPageSize);
  }

  send(receiverId: number, text: string, file: File | null = null): void {
    const content = text.trim();
    if (content === '' && file === null) return;
    const clientId = newIdempotencyKey();
    this.#waiting.add({ clientId, receiverId, content, file });
    if (file) void this.#keepFile(clientId, file);
    this.#typing.typed(receiverId);
    this.setDraft(receiverId, '');
    this.#changed();
    this.#outbox.drain();
  }

  /** Whether the device keeps one more file of that many bytes. */
  hasRoomFor(bytes: number): boolean {
    return this.#waiting.hasRoomFor(bytes);
  }

  retry(clientId: string): void {
    const entry = this.#waiting.get(clientId);
    if (!entry || entry.error === null) return;
    this.#waiting.update(clientId, { error: null, percent: 0 });
    if (entry.attached && this.#waiting.get(clientId)) this.#uploads.hold(entry);
    this.#changed();
    this.#outbox.drain();
  }

  discard(clientId: string): void {
    const entry = this.#waiting.get(clientId);
    if (!entry) return;
    this.#takeOut(clientId);
    // A try without an answer may have arrived.
    this.#threads.expect([entry]);
  }

  draft(receiverId: number): string {
    return this.#drafts.get(receiverId);
  }

  setDraft(receiverId: number, text: string): void {
    this.#drafts.set(receiverId, text);
    this.#tell();
  }

  noteTyping(receiverId: number): void {
    this.#typing.type(receiverId);
  }

  markSeen(partnerId: number): void {
    this.#reading.see(partnerId);
  }

  #present(partnerId: number, before: Thread | undefined): Thread {
    const { userId } = this.#parts;
    const { stored, state, error, hasOlder, loadingOlder } = this.#threads.of(partnerId);
    const own = this.#waiting.all.filter(({ receiverId }) => receiverId === partnerId);
    const messages = sameList(before?.messages, presentThread(stored, own, userId));
    const isTyping = this.#typing.isTyping(partnerId, userId);
    return { messages, state, error, hasOlder, loadingOlder, isTyping };
  }

  readonly #lineChanged = (state: ConnectionState): void => {
    if (state === 'closed') {
      this.#stop();
      return;
    }
    this.#unwatch ??= this.#parts.watch(
      () => this.#reading.visibilityChanged(),
      () => {
        this.#refresh();
        this.#outbox.drain();
      },
    );
    for (const entry of this.#waiting.all) {
      if (entry.attached && entry.error === null) this.#uploads.hold(entry);
    }
    this.#outbox.lineChanged();
    if (state !== 'connected') return;
    this.#threads.connected();
    this.#typing.connected();
    this.#reading.visibilityChanged();
  };

  /** The portal is left: nothing of it goes on. */
  #stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#uploads.releaseAll();
    this.#threads.stop();
    this.#outbox.lineChanged();
  }

  #receive(message: Message): void {
    const { userId, onMessage } = this.#parts;
    const { senderId, receiverId } = message;
    const partnerId = senderId === userId ? receiverId : senderId;
    const isSeen = senderId === partnerId && this.#reading.isInSight(partnerId);
    const thread = this.#threads.known(partnerId);
    if (thread) thread.receive([message]);
    else this.#arrived([message]);
    this.#typing.end(senderId, receiverId);
    onMessage(message, isSeen);
    if (isSeen) this.#reading.cameIn(partnerId);
  }

  /** What is stored does not wait any more, whichever way it is known. */
  #arrived(messages: readonly Message[]): void {
    if (this.#waiting.all.length === 0) return;
    for (const { senderId, clientId } of messages) {
      if (senderId !== this.#parts.userId || clientId === undefined) continue;
      if (this.#waiting.get(clientId)) this.#takeOut(clientId);
    }
  }

  #takeOut(clientId: string): void {
    this.#waiting.drop(clientId);
    this.#uploads.release(clientId);
    this.#changed();
  }

  #refresh(): void {
    this.#waiting.refresh();
    this.#changed();
  }

  #read(event: MessagesRead): void {
    const { userId } = this.#parts;
    const partnerId = event.readerId === userId ? event.senderId : event.readerId;
    this.#threads.known(partnerId)?.read(event);
  }

  #heardTyping(typing: Typing): void {
    if (typing.senderId !== this.#parts.userId) this.#typing.note(typing);
  }

  async #deliver(entry: Waiting): Promise<Delivery> {
    const { connection, upload } = this.#parts;
    const { clientId, attached } = entry;
    if (attached === null) return deliverText(connection, entry);
    const signal = this.#uploads.hold(entry);
    const file = await this.#waiting.readFile(entry);
    // Another tab has sent it, and its bytes are gone for that.
    if (!file) this.#refresh();
    if (!this.#waiting.get(clientId)) return { outcome: 'lost' };
    const onPercent = (percent: number) => {
      if (this.#waiting.progress(clientId, percent)) this.#changed();
    };
    const result = await deliverFile(file, (bytes) => upload(entry, bytes, onPercent, signal));
    if (result.outcome === 'stored' || result.outcome === 'refused')
      this.#uploads.release(clientId);
    return result;
  }

  async #keepFile(clientId: string, file: File): Promise<void> {
    this.#uploads.hold({ clientId, file });
    const isKept = await this.#waiting.keepFile(clientId, file);
    if (isKept) this.#uploads.kept(clientId);
    else if (this.#waiting.get(clientId)) this.#parts.onFileNotKept();
    this.#changed();
  }

  readonly #changed = (): void => {
    this.#views.changed();
    this.#office.changed();
    this.#tell();
  };

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
