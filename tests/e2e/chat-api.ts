import type { Browser, Page } from '@playwright/test';
import { io } from 'socket.io-client';
import type { Role } from '#contract/access.ts';
import { type Message, type SendAnswer, sendMessageEvent } from '#contract/chat.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, storeToken, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Talker {
  username: string;
  password: string;
  userId: number;
  /** First and last name. */
  name: string;
  token: string;
}

/** Somebody with a name whom nobody else uses. */
export async function newTalker(server: Server, role: Role, first: string): Promise<Talker> {
  const person = await newPerson(server, role);
  const token = await tokenOf(server, person);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  const last_name = unique('Vega');
  await send(server, 'POST', '/api/employees', await tokenOf(server), {
    user_id,
    first_name: first,
    last_name,
  });
  return { ...person, userId: user_id, name: `${first} ${last_name}`, token };
}

/** Writes these messages one after the other, as another device of that person would. */
export async function write(
  server: Server,
  from: Talker,
  to: Talker,
  ...texts: readonly string[]
): Promise<void> {
  const socket = io(server.url, { auth: { token: from.token }, transports: ['websocket'] });
  try {
    for (const content of texts) {
      const message = { receiverId: to.userId, content };
      const answer: SendAnswer = await socket
        .timeout(10_000)
        .emitWithAck(sendMessageEvent, message);
      if (!answer.success) throw new Error(`'${content}' was refused: ${answer.error}`);
    }
  } finally {
    socket.disconnect();
  }
}

/** What is stored between the two, oldest first. */
export function stored(server: Server, one: Talker, other: Talker): Promise<Message[]> {
  return send<Message[]>(server, 'GET', `/api/messages/${other.userId}`, one.token);
}

export const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const messageItems = (page: Page) => page.getByRole('log').getByRole('listitem');
export const waitingItems = (page: Page) => messageItems(page).getByText('Sending…');
export const offline = "You're offline. Messages will send when you reconnect.";

/** Sends texts one after the other; '' sends what is attached. */
export async function sendTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await messageBox(page).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
}

/** Opens an employee's chat with an admin, over a line that can be cut. */
export async function openChat(page: Page, server: Server) {
  const dana = await newTalker(server, 'admin', 'Dana');
  const marisol = await newTalker(server, 'employee', 'Marisol');
  const line = await cuttable(page);
  await storeToken(page, marisol.token);
  await page.goto(`/chat?with=${dana.userId}`);
  return { dana, marisol, line };
}

/** A device of its own for that person, signed in; close its context when it is done with. */
export async function deviceOf(
  browser: Browser,
  server: Server,
  person: Talker,
  viewport = { width: 390, height: 844 },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
  const page = await context.newPage();
  await storeToken(page, person.token);
  return page;
}

/** Makes this page's live line one that can be cut while everything else goes on; call it before it loads. */
export async function cuttable(
  page: Page,
): Promise<{ cut: () => Promise<void>; mend: () => Promise<void> }> {
  let isCut = false;
  // A socket is out of reach of the routes: while there is a word in the session it is led to nowhere.
  await page.addInitScript(() => {
    const lines = new Set<WebSocket>();
    const Line = window.WebSocket;
    window.WebSocket = class extends Line {
      constructor(url: string | URL, protocols?: string | string[]) {
        const isOut = sessionStorage.getItem('cut') !== null;
        super(isOut ? String(url).replace('/socket.io/', '/nowhere/') : url, protocols);
        lines.add(this);
      }
    };
    addEventListener('cut', () => {
      for (const line of lines) {
        // What is written to a line that was cut gets lost without a word.
        line.send = () => {};
        line.close();
      }
    });
  });
  await page.route('**/socket.io/**', (route) => (isCut ? route.abort() : route.fallback()));
  return {
    cut: async () => {
      isCut = true;
      await page.evaluate(() => {
        sessionStorage.setItem('cut', 'yes');
        dispatchEvent(new Event('cut'));
      });
    },
    mend: async () => {
      isCut = false;
      await page.evaluate(() => sessionStorage.removeItem('cut'));
    },
  };
}
