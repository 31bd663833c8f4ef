/** A minimal chat client for unstable connections: resends unacknowledged messages and catches up after each connect. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  type Message,
  receiveMessageEvent,
  type SendAck,
  sendMessageEvent,
} from '#contract/chat.ts';
import type { SendMessage } from '#contract/message-input.ts';
import { firstAdmin } from './server.ts';

export interface Colleague {
  userId: number;
  token: string;
}

/** Calls a real server and returns its reply; throws unless it succeeds. */
export async function call<T>(
  url: string,
  { token }: { token: string | null },
  method = 'GET',
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  }
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export const signIn = (
  url: string,
  { username, password }: Record<'username' | 'password', string>,
) => call<{ token: string }>(`${url}/api/login`, { token: null }, 'POST', { username, password });

/** The token of the first admin of a real server. */
export async function signInAdmin(url: string): Promise<Colleague> {
  const { token } = await signIn(url, firstAdmin);
  return { userId: 1, token };
}

/** Creates an account through the API and signs it in. */
export async function createUser(
  url: string,
  admin: Colleague,
  username: string,
  role: 'admin' | 'employee' = 'employee',
): Promise<Colleague> {
  const password = 'long haul 4 drivers';
  const account = { username, user_email: `${username}@example.com`, password, user_role: role };
  const users = `${url}/api/users`;
  const { user_id: userId } = await call<{ user_id: number }>(users, admin, 'POST', account);
  const { token } = await signIn(url, { username, password });
  return { userId, token };
}

/** Messages per request. */
const pageSize = 100;

export class ChatClient {
  readonly person: Colleague;
  /** The people whose conversations are loaded after each connect. */
  readonly peers: readonly number[];
  readonly socket: Socket;
  /** The messages written, in order; `id` once acknowledged. */
  readonly written: { clientId: string; receiverId: number; id: number | null }[] = [];
  /** The messages received and acknowledged, by id. */
  readonly seen = new Map<number, Message>();
  /** Server errors and contradictory replies. */
  readonly wrong: string[] = [];
  connects = 0;
  readonly #queue: (SendMessage & { clientId: string })[] = [];
  #url: string;
  /** By person: the id up to which everything is loaded. */
  #syncedTo: Map<number, number>;
  #isSending = false;
  #isClosed = false;

  constructor(url: string, person: Colleague, peers: readonly number[] = []) {
    this.person = person;
    this.#url = url;
    this.peers = peers;
    this.#syncedTo = new Map(peers.map((peer) => [peer, 0]));
    this.socket = io(url, {
      auth: { token: person.token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2_000,
    });
    // The server rejects more than ten pages, and dead ones may still count.
    this.socket.on('connect_error', () => {
      if (!this.socket.active) setTimeout(() => this.#isClosed || this.socket.connect(), 500);
    });
    this.socket.on(receiveMessageEvent, (message: Message) => this.#add(message));
    this.socket.on('connect', () => {
      this.connects += 1;
      void this.#catchUpWhileConnected();
      void this.#sendQueue();
    });
  }

  async #catchUpWhileConnected(): Promise<void> {
    while (this.socket.connected) {
      try {
        await this.#catchUp();
        return;
      } catch {
        await pause(200);
      }
    }
  }

  #add(message: Message): void {
    const known = this.seen.get(message.id);
    if (known && known.content !== message.content) this.wrong.push(`two of id ${message.id}`);
    this.seen.set(message.id, message);
  }

  /** The messages with that person, oldest first. */
  with(userId: number): Message[] {
    return [...this.seen.values()]
      .filter(({ senderId, receiverId }) => senderId === userId || receiverId === userId)
      .sort((one, other) => one.id - other.id);
  }

  /** Loads missed messages. */
  async #catchUp(): Promise<void> {
    for (const [peer, from] of this.#syncedTo) {
      for (let after = from, isMore = true; isMore; ) {
        const query = after === 0 ? '' : `?after=${after}&limit=${pageSize}`;
        const rows = await call<Message[]>(
          `${this.#url}/api/messages/${peer}${query}`,
          this.person,
        );
        for (const row of rows) this.#add(row);
        // Not from live messages: an earlier one may be missing.
        after = rows.at(-1)?.id ?? after;
        this.#syncedTo.set(peer, after);
        isMore = query !== '' && rows.length === pageSize;
      }
    }
  }

  /** Queues a text, which is resent until the server responds. */
  write(receiverId: number, content: string): void {
    const clientId = randomUUID();
    this.written.push({ clientId, receiverId, id: null });
    this.#queue.push({ receiverId, content, clientId });
    void this.#sendQueue();
  }

  /** The number of messages without a response. */
  get unsent(): number {
    return this.#queue.length;
  }

  async #sendQueue(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#queue[0]; next && this.socket.connected; next = this.#queue[0]) {
        const ack: SendAck = await this.socket
          .timeout(2_000)
          .emitWithAck(sendMessageEvent, next)
          .catch(() => null);
        if (ack === null) continue;
        if (ack.success) {
          this.#queue.shift();
          this.#add(ack.message);
          const own = this.written.find(({ clientId }) => clientId === next.clientId);
          if (own) own.id = ack.message.id;
        } else if (ack.retryAfter !== undefined) {
          await pause(ack.retryAfter * 1000);
        } else {
          this.#queue.shift();
          this.wrong.push(ack.error);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.socket.disconnect();
  }
}
