import type { Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { type Message, type SendAck, sendMessageEvent, typingEvent } from '#contract/chat.ts';
import type { Role } from '#contract/wire/access.ts';
import { newStaff, type Server, type Staff, send, storeToken, tokenOf } from './office-api.ts';

export type ChatUser = Staff & { token: string };

export async function newChatUser(server: Server, role: Role, first: string): Promise<ChatUser> {
  const staff = await newStaff(server, {}, role, first);
  return { ...staff, token: await tokenOf(server, staff) };
}

/** An admin and an employee. */
export async function newPair(server: Server) {
  const dana = await newChatUser(server, 'admin', 'Dana');
  return { dana, marisol: await newChatUser(server, 'employee', 'Marisol') };
}

/** Emits these events one after the other from another device. */
async function emit(server: Server, from: ChatUser, name: string, ...events: object[]) {
  const socket = io(server.url, { auth: { token: from.token }, transports: ['websocket'] });
  try {
    for (const event of events) {
      const ack: SendAck = await socket.timeout(10_000).emitWithAck(name, event);
      if (!ack.success) throw new Error(`${JSON.stringify(event)} was rejected: ${ack.error}`);
    }
  } finally {
    socket.disconnect();
  }
}

/** Sends messages one after the other from another device. */
export function write(
  server: Server,
  from: ChatUser,
  { userId: receiverId }: ChatUser,
  ...texts: readonly string[]
): Promise<void> {
  return emit(server, from, sendMessageEvent, ...texts.map((content) => ({ receiverId, content })));
}

/** Types on another device. */
export const type = (server: Server, from: ChatUser, { userId: receiverId }: ChatUser) =>
  emit(server, from, typingEvent, { receiverId });

/** Reads all messages of `from` on another device. */
export const readAll = (server: Server, reader: ChatUser, { userId: senderId }: ChatUser) =>
  send(server, 'POST', '/api/messages/mark-read', reader.token, { senderId });

/** The stored messages of two people, oldest first. */
export function stored(server: Server, one: ChatUser, other: ChatUser): Promise<Message[]> {
  return send<Message[]>(server, 'GET', `/api/messages/${other.userId}`, one.token);
}

export async function storedTexts(server: Server, one: ChatUser, other: ChatUser) {
  return (await stored(server, one, other)).map(({ content }) => content);
}

export const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message' });
export const log = (page: Page) => page.getByRole('log');
export const messageItems = (page: Page) => log(page).getByRole('listitem');
export const unsentItems = (page: Page) => messageItems(page).getByText('Sending…');
export const chatIcon = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^Chat/ });
export const personRow = (page: Page, { name }: ChatUser) =>
  page.getByRole('link').filter({ hasText: name });

/** Sends texts one after the other; '' sends the attachment alone. */
export async function sendTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await messageBox(page).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
}

export async function openThread(page: Page, viewer: ChatUser, other: ChatUser): Promise<void> {
  await storeToken(page, viewer.token);
  await page.goto(`/chat?with=${other.userId}`);
}
