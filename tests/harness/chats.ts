/** The chat of a test app: its users, pages and messages. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Conversation, Message, SendAck } from '#contract/chat.ts';
import type { Role } from '#contract/wire/access.ts';
import { writeMessage } from '#server/features/chat/chat-writing.ts';
import { send } from '../fixtures/requests.ts';
import { closePages, listen, openPage, request } from '../realtime/pages.ts';
import { startApp, type TestApp, type TestPerson } from './app.ts';
import type { Engine } from './databases.ts';
import { multipartOf, textParts } from './multipart.ts';

interface Page<R> {
  rows: R[];
  /** The next page's `before`. */
  next: string | undefined;
}

/** Starts a listening app for a suite; after each test its pages are closed and the mocks restored. */
export function chatApp(engine: Engine, options: Parameters<typeof startApp>[1] = {}) {
  let t: TestApp;
  let url = '';
  let people = 0;
  beforeAll(async () => {
    t = await startApp(engine, options);
    url = await listen(t);
  });
  afterEach(() => {
    closePages();
    vi.restoreAllMocks();
  });
  afterAll(() => t.close());
  return {
    ...chatsOf(() => t),
    get t() {
      return t;
    },
    get url() {
      return url;
    },
    person(role: Role = 'employee') {
      people += 1;
      return t.person(`person ${people}`, role);
    },
    open: (person: TestPerson) => openPage(url, person),
    async closeAccount({ userId }: TestPerson): Promise<void> {
      const { headers } = t.admin;
      const response = await t.app.inject({
        method: 'DELETE',
        url: `/api/users/${userId}`,
        headers,
      });
      expect(response.statusCode, response.body).toBe(200);
    },
    sentBy: ({ userId }: TestPerson) =>
      t.ctx.db
        .selectFrom('messages')
        .selectAll()
        .where('sender_id', '=', userId)
        .orderBy('id')
        .execute(),
  };
}

export const sendMessage = (socket: Socket, message: unknown): Promise<SendAck> =>
  request(socket, 'send_message', message);

/** The chat of one test app, which may start later. */
export function chatsOf(running: () => TestApp) {
  /** Stores messages in this order, in one transaction. */
  async function writeAll(
    from: TestPerson,
    to: TestPerson,
    contents: readonly string[],
  ): Promise<Message[]> {
    const { ctx } = running();
    const between = { senderId: from.userId, receiverId: to.userId, clientId: null };
    const drafts = contents.map((content) => ({ ...between, content }));
    return ctx.db.transaction().execute(async (tx) => {
      const stored: Message[] = [];
      for (const draft of drafts) stored.push((await writeMessage(tx, ctx, draft)).message);
      return stored;
    });
  }

  async function write(from: TestPerson, to: TestPerson, content = 'Hello'): Promise<Message> {
    const [message] = await writeAll(from, to, [content]);
    if (!message) throw new Error('nothing was stored');
    return message;
  }

  async function list<R>(
    path: string,
    by: TestPerson,
    query: Record<string, string | undefined>,
  ): Promise<Page<R>> {
    const given = Object.entries(query).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const url = `/api/messages/${path}?${new URLSearchParams(given)}`;
    const response = await send(running(), 'GET', url, by);
    expect(response.statusCode, response.body).toBe(200);
    const next = response.headers['x-next-before'];
    return { rows: response.json(), next: next === undefined ? undefined : String(next) };
  }

  const conversations = (
    by: TestPerson,
    query: { limit?: string; before?: string | undefined } = {},
  ) => list<Conversation>('conversations', by, query);

  const search = (
    by: TestPerson,
    q: string,
    more: { limit?: string; before?: string | undefined } = {},
  ) => list<Message>('search', by, { q, ...more });

  /** Sends a file with these fields, by default with a new clientId. */
  function sendFile(
    from: TestPerson,
    toId: number,
    file: { bytes: Buffer; name: string } | null,
    fields: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const form = multipartOf([
      ...textParts({ clientId: randomUUID(), ...fields }),
      ...(file ? [{ name: 'file', value: file.bytes, filename: file.name }] : []),
    ]);
    return send(running(), 'POST', `/api/messages/${toId}/files`, from, form);
  }

  return { write, writeAll, conversations, search, sendFile };
}
