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

async function json<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

function post<T>(url: string, token: string | null, body: unknown): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return json(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The token of the first admin of a real server. */
export async function signInAdmin(url: string): Promise<Colleague> {
  const { username, password } = firstAdmin;
  const { token } = await post<{ token: string }>(`${url}/api/login`, null, { username, password });
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
  const { user_id: userId } = await post<{ user_id: number }>(
    `${url}/api/users`,
    admin.token,
    account,
  );
  const { token } = await post<{ token: string }>(`${url}/api/login`, null, { username, password });
  return { userId, token };
}

/** Messages per request. */
const pageSize = 100;

interface SentMessage {
  message: SendMessage & { clientId: string };
  /** Attempts to send it. */
  tries: number;
}

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
  resent = 0;
  connects = 0;
  #queue: SentMessage[] = [];
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
        await this.catchUp();
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

  get<T>(path: string): Promise<T> {
    return json(`${this.#url}${path}`, {
      headers: { authorization: `Bearer ${this.person.token}` },
    });
  }

  /** Loads missed messages. */
  async catchUp(): Promise<void> {
    for (const [peer, from] of this.#syncedTo) {
      for (let after = from, isMore = true; isMore; ) {
        const query = after === 0 ? '' : `?after=${after}&limit=${pageSize}`;
        const rows = await this.get<Message[]>(`/api/messages/${peer}${query}`);
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
    this.#queue.push({ message: { receiverId, content, clientId }, tries: 0 });
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
        if (next.tries > 0) this.resent += 1;
        next.tries += 1;
        const ack: SendAck = await this.socket
          .timeout(2_000)
          .emitWithAck(sendMessageEvent, next.message)
          .catch(() => null);
        if (ack === null) continue;
        if (ack.success) {
          this.#queue.shift();
          this.#add(ack.message);
          const own = this.written.find(({ clientId }) => clientId === next.message.clientId);
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
