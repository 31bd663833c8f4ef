/** Messages of one test app, stored as the socket stores them and read as the screens do. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Conversation, Message } from '#contract/chat.ts';
import { writeMessages } from '#server/features/chat/chat-writing.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { multipartOf, textParts } from './multipart.ts';

/** One page of a list. */
export interface Page<R> {
  rows: R[];
  /** What to pass as `before`. */
  next: string | undefined;
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function chatsOf(running: () => TestApp) {
  /** Stores messages, in this order, in one transaction. */
  async function writeAll(
    from: TestPerson,
    to: TestPerson,
    contents: readonly string[],
  ): Promise<Message[]> {
    const { ctx } = running();
    const between = { senderId: from.userId, receiverId: to.userId, clientId: null };
    const drafts = contents.map((content) => ({ ...between, content }));
    const results = await ctx.db.transaction().execute((tx) => writeMessages(tx, ctx, drafts));
    return results.map((result) => {
      if (result instanceof Error) throw result;
      return result.message;
    });
  }

  /** Stores a message. */
  async function write(from: TestPerson, to: TestPerson, content: string): Promise<Message> {
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
    const answer = await send(running(), 'GET', url, by);
    expect(answer.statusCode, answer.body).toBe(200);
    const next = answer.headers['x-next-before'];
    return { rows: answer.json(), next: next === undefined ? undefined : String(next) };
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

  /** Sends a file with these fields; a new clientId unless there is one. */
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
