/** The chat of a test app: its users, pages and messages. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeAll, expect } from 'vitest';
import type { Conversation, Message, SendAck } from '#contract/chat.ts';
import type { Role } from '#contract/wire/access.ts';
import { writeMessage } from '#server/features/chat/chat-writing.ts';
import { send } from '../fixtures/requests.ts';
import { closePages, listen, openPage, request } from '../realtime/pages.ts';
import { jsonOf, rowsOf } from '../records/stored.ts';
import { suiteApp, type TestApp, type TestPerson } from './app.ts';
import type { Engine } from './databases.ts';
import { writeFrom } from './messages.ts';
import { formBody } from './multipart.ts';

interface Page<R> {
  rows: R[];
  /** The next page's `before`. */
  next: string | undefined;
}
type Window = { limit?: string; before?: string | undefined };

/** Starts a listening app for a suite; after each test its pages are closed. */
export function chatApp(engine: Engine, options: Parameters<typeof suiteApp>[1] = {}) {
  const t = suiteApp(engine, options);
  const { write, writeAll, conversations, search, sendFile } = chatsOf(t);
  let url = '';
  let people = 0;
  beforeAll(async () => {
    url = await listen(t);
  });
  afterEach(() => closePages());
  return {
    ...{ t, write, writeAll, conversations, search, sendFile },
    get url() {
      return url;
    },
    person(role: Role = 'employee') {
      people += 1;
      return t.person(`person ${people}`, role);
    },
    open: (person: TestPerson) => openPage(url, person),
    async closeAccount({ userId }: TestPerson): Promise<void> {
      await jsonOf(send(t, 'DELETE', `/api/users/${userId}`, t.admin));
    },
    sentBy: ({ userId }: TestPerson) => rowsOf(t, 'messages', { sender_id: userId }, 'id'),
  };
}

export const sendMessage = (socket: Socket, message: unknown): Promise<SendAck> =>
  request(socket, 'send_message', message);

/** Sends a message that is stored. */
export async function taken(socket: Socket, message: object): Promise<Message> {
  const ack = await sendMessage(socket, message);
  if (!ack.success) throw new Error(ack.error);
  return ack.message;
}

/** The chat of one test app. */
export function chatsOf(t: TestApp) {
  /** Stores messages in this order, in one transaction. */
  async function writeAll(
    from: TestPerson,
    to: TestPerson,
    contents: readonly string[],
  ): Promise<Message[]> {
    const between = { senderId: from.userId, receiverId: to.userId, clientId: null };
    return t.ctx.db.transaction().execute(async (tx) => {
      const stored: Message[] = [];
      for (const content of contents) {
        stored.push((await writeMessage(tx, t.ctx, { ...between, content })).message);
      }
      return stored;
    });
  }

  const write = async (from: TestPerson, to: TestPerson, content = 'Hello'): Promise<Message> =>
    (await writeFrom(t, from, to, content)).message;

  async function list<R>(path: string, by: TestPerson, query: object): Promise<Page<R>> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const url = `/api/messages/${path}?${new URLSearchParams(given)}`;
    const response = await send(t, 'GET', url, by);
    expect(response.statusCode, response.body).toBe(200);
    const next = response.headers['x-next-before'];
    return { rows: response.json(), next: next === undefined ? undefined : String(next) };
  }

  return {
    write,
    writeAll,
    conversations: (by: TestPerson, window: Window = {}) =>
      list<Conversation>('conversations', by, window),
    search: (by: TestPerson, q: string, window: Window = {}) =>
      list<Message>('search', by, { q, ...window }),
    /** Sends a file with these fields, by default with a new clientId. */
    sendFile(
      from: TestPerson,
      toId: number,
      file: { bytes: Buffer; name: string } | null,
      fields: Record<string, string> = {},
    ): Promise<LightMyRequestResponse> {
      const part = file && { name: 'file', value: file.bytes, filename: file.name };
      const form = formBody({ clientId: randomUUID(), ...fields }, part);
      return send(t, 'POST', `/api/messages/${toId}/files`, from, form);
    },
  };
}
