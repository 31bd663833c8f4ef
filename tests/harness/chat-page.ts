/** The browser's chat engine without a screen, on its own connection to a real server. */
import { vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { newIdempotencyKey } from '../../web/lib/api/idempotency-key.ts';
import { type Connection, makeConnection } from '../../web/lib/api/socket.ts';
import type { ChatServer } from '../../web/portal/chat/chat.data.ts';
import { ChatEngine } from '../../web/portal/chat/engine/engine.ts';
import type { Thread } from '../../web/portal/chat/engine/thread.ts';
import { Outbox } from '../../web/portal/shared/offline/outbox.ts';
import type { Colleague } from './chat-client.ts';
import { stubDocument } from './chat-document.ts';
import { newClient, openThread } from './chat-thread.ts';
import { until } from './until.ts';

export interface ChatPage {
  engine: ChatEngine;
  /** What the screen would show. */
  view: () => Thread;
  connection: Connection;
  /** The number of connects. */
  connects: () => number;
  close: () => void;
}

/** Timeout of a call (ms): a tenth of a browser's. */
const callTimeoutMs = 2_000;

/** Opens the thread with a partner; resolves when it is connected and loaded. */
export async function openChatPage(
  url: string,
  { userId, token }: Colleague,
  partnerId: number,
): Promise<ChatPage> {
  const connection = makeConnection();
  let connects = 0;
  connection.onState((state) => {
    if (state === 'connected') connects += 1;
  });
  async function call(path: string, init: RequestInit): Promise<Response> {
    const timer = AbortSignal.timeout(callTimeoutMs);
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: init.signal ? AbortSignal.any([init.signal, timer]) : timer,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  }
  const client = newClient();
  stubDocument();
  const outbox = new Outbox({
    userId,
    store: {
      all: async () => [],
      put: () => Promise.reject(new Error('this page stores nothing')),
      delete: async () => undefined,
    },
    deliver: () => Promise.reject(new Error('this page makes no calls')),
    locks: null,
    isSignedIn: () => true,
    newId: newIdempotencyKey,
    onSent: () => undefined,
    tellOthers: () => undefined,
  });
  connection.onState((state) => {
    if (state === 'connected') outbox.drain();
  });
  const server: ChatServer = {
    loadHistory: async (withId, query, signal) => {
      const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const path = `/api/messages/${withId}?${new URLSearchParams(values)}`;
      const response = await call(path, signal ? { signal } : {});
      const next = response.headers.get('x-next-before');
      return { rows: (await response.json()) as Message[], next };
    },
    upload: () => Promise.reject(new Error('this page sends no files')),
    markRead: (senderId, upTo) =>
      call('/api/messages/mark-read', {
        method: 'POST',
        body: JSON.stringify({ senderId, upTo }),
      }),
  };
  const engine = new ChatEngine({ userId, client, connection, outbox, server });
  // A page connects to its own origin.
  vi.stubGlobal('location', new URL(url));
  const disconnect = connection.open(token, () => undefined);
  await until('the page is connected', 60_000, () => connection.state === 'connected');
  vi.unstubAllGlobals();
  stubDocument();
  const thread = openThread(client, engine, outbox, userId, partnerId);
  await until('the thread is loaded', 60_000, () => thread.view().state === 'ready');
  return {
    engine,
    view: thread.view,
    connection,
    connects: () => connects,
    close: () => {
      thread.close();
      disconnect();
    },
  };
}
