/** Somebody who writes and reads over a line that may break: keeps what is unsent, sends it again, asks for what was missed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  type Message,
  receiveMessageEvent,
  type SendAnswer,
  type SendMessage,
  sendMessageEvent,
} from '#contract/chat.ts';
import { firstAdmin } from './server.ts';

export interface Colleague {
  userId: number;
  token: string;
}

async function json<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000), ...init });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`);
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
export async function admitAdmin(url: string): Promise<Colleague> {
  const { username, password } = firstAdmin;
  const { token } = await post<{ token: string }>(`${url}/api/login`, null, { username, password });
  return { userId: 1, token };
}

/** Makes an account by the front door and signs it in. */
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

/** Messages that are asked for at a time. */
const atOnce = 100;

interface SentMessage {
  message: SendMessage & { clientId: string };
  /** How often it was sent. */
  tries: number;
}

export class ChatClient {
  readonly person: Colleague;
  /** Whose conversations are asked for after each connection. */
  readonly peers: readonly number[];
  readonly socket: Socket;
  /** What was written, in order; `id` once the server has said yes. */
  readonly written: { clientId: string; receiverId: number; id: number | null }[] = [];
  /** What is known of the conversations, by id. */
  readonly seen = new Map<number, Message>();
  /** Errors of the server and answers that contradict each other. */
  readonly wrong: string[] = [];
  resent = 0;
  connects = 0;
  #queue: SentMessage[] = [];
  #url: string;
  /** The last id up to which everything of that person was asked for. */
  #asked: Map<number, number>;
  #isPumping = false;
  #isClosed = false;

  constructor(url: string, person: Colleague, peers: readonly number[] = []) {
    this.person = person;
    this.#url = url;
    this.peers = peers;
    this.#asked = new Map(peers.map((peer) => [peer, 0]));
    this.socket = io(url, {
      auth: { token: person.token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 200,
      reconnectionDelayMax: 2_000,
    });
    // Turned away because as many pages are open as may be, of which some may be dead: later again.
    this.socket.on('connect_error', () => {
      if (!this.socket.active) setTimeout(() => this.#isClosed || this.socket.connect(), 500);
    });
    this.socket.on(receiveMessageEvent, (message: Message) => this.#keep(message));
    this.socket.on('connect', () => {
      this.connects += 1;
      void this.#catchUpWhileConnected();
      void this.#pump();
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

  #keep(message: Message): void {
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

  /** Asks for what came since it last asked, until there is no more; what is known already may come again. */
  async catchUp(): Promise<void> {
    for (const [peer, from] of this.#asked) {
      for (let after = from, isMore = true; isMore; ) {
        const query = after === 0 ? '' : `?after=${after}&limit=${atOnce}`;
        const rows = await this.get<Message[]>(`/api/messages/${peer}${query}`);
        for (const row of rows) this.#keep(row);
        // Not by what came live: before it something may have been missed.
        after = rows.at(-1)?.id ?? after;
        this.#asked.set(peer, after);
        isMore = query !== '' && rows.length === atOnce;
      }
    }
  }

  /** Takes a text into the queue; it is sent until the server answers. */
  write(receiverId: number, content: string): void {
    const clientId = randomUUID();
    this.written.push({ clientId, receiverId, id: null });
    this.#queue.push({ message: { receiverId, content, clientId }, tries: 0 });
    void this.#pump();
  }

  /** How many have no answer yet. */
  get unsent(): number {
    return this.#queue.length;
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      for (let next = this.#queue[0]; next && this.socket.connected; next = this.#queue[0]) {
        if (next.tries > 0) this.resent += 1;
        next.tries += 1;
        const answer: SendAnswer = await this.socket
          .timeout(2_000)
          .emitWithAck(sendMessageEvent, next.message)
          .catch(() => null);
        if (answer === null) continue;
        if (answer.success) {
          this.#queue.shift();
          this.#keep(answer.message);
          const own = this.written.find(({ clientId }) => clientId === next.message.clientId);
          if (own) own.id = answer.message.id;
        } else if (answer.retryAfter !== undefined) {
          await pause(answer.retryAfter * 1000);
        } else {
          this.#queue.shift();
          this.wrong.push(answer.error);
        }
      }
    } finally {
      this.#isPumping = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.socket.disconnect();
  }
}
