/** The chat of an open page without its screen: the browser's own engine on its own line, against a real server. */
import { vi } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { type Connection, makeConnection } from '../../web/lib/socket.ts';
import { ChatEngine } from '../../web/portal/chat/engine/engine.ts';
import type { Colleague } from './chat-client.ts';
import { memoryFiles } from './memory-files.ts';
import { until } from './until.ts';

export interface ChatPage {
  person: Colleague;
  engine: ChatEngine;
  line: Connection;
  /** How often the line was there. */
  connects: () => number;
  close: () => void;
}

/** Until a call without an answer is given up (ms): a tenth of what a browser waits, so that a test need not. */
const answerWithin = 2_000;

async function ask(url: string, token: string, init: RequestInit): Promise<Response> {
  const timer = AbortSignal.timeout(answerWithin);
  const answer = await fetch(url, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: init.signal ? AbortSignal.any([init.signal, timer]) : timer,
  });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return answer;
}

/** Opens a page of that person with the thread of one partner on its screen; resolves when it is connected. */
export async function openChatPage(
  url: string,
  person: Colleague,
  partnerId: number,
): Promise<ChatPage> {
  const { userId, token } = person;
  const line = makeConnection();
  let connects = 0;
  line.onState((state) => {
    if (state === 'connected') connects += 1;
  });
  const engine = new ChatEngine({
    userId,
    connection: line,
    read: async (withId, query, signal) => {
      const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const path = `/api/messages/${withId}?${new URLSearchParams(words)}`;
      const answer = await ask(`${url}${path}`, token, { signal });
      const next = answer.headers.get('x-next-before');
      return { rows: (await answer.json()) as Message[], next };
    },
    upload: () => Promise.reject(new Error('this page sends no files')),
    markRead: (senderId, upTo) =>
      ask(`${url}/api/messages/mark-read`, token, {
        method: 'POST',
        body: JSON.stringify({ senderId, upTo }),
      }),
    place: null,
    files: memoryFiles(),
    locks: null,
    isVisible: () => true,
    watch: () => () => undefined,
    uploadBegins: () => () => undefined,
    onFileNotKept: () => undefined,
    onMessage: () => undefined,
    onRefused: () => undefined,
    onInSight: () => undefined,
    onSeen: () => undefined,
    ask: () => undefined,
  });
  // A page's line goes to where the page came from.
  vi.stubGlobal('location', new URL(url));
  const closeLine = line.open(token, () => undefined);
  await until('the page is connected', 10_000, () => line.state === 'connected');
  vi.unstubAllGlobals();
  const closeThread = engine.open(partnerId);
  await until('the thread is there', 10_000, () => engine.view(partnerId).state === 'ready');
  return {
    person,
    engine,
    line,
    connects: () => connects,
    close: () => {
      closeThread();
      closeLine();
    },
  };
}
