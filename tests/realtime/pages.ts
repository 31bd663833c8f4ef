/** Open pages as the server sees them: Socket.IO clients of a real, listening app. */
import { io, type Socket } from 'socket.io-client';
import type { TestApp, TestPerson } from '../harness/app.ts';

/** Starts listening on a free port of this machine and answers the address. */
export async function listen(t: TestApp): Promise<string> {
  return t.app.listen({ host: '127.0.0.1', port: 0 });
}

const open = new Set<Socket>();

/** A page that is not connected yet. */
export function page(url: string, token: unknown, options: Parameters<typeof io>[1] = {}): Socket {
  const socket = io(url, {
    auth: { token },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    ...options,
  });
  open.add(socket);
  return socket;
}

/** A page of that person, connected. */
export async function openPage(url: string, { token }: TestPerson): Promise<Socket> {
  const socket = page(url, token);
  await connected(socket);
  return socket;
}

/** Resolves when the page is connected, rejects with the server's words when it is refused. */
export function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

/** What the page is told next under that name. */
export function nextEvent(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve));
}

/** All that the page is told under that name from now on, in order. */
export function heardBy(socket: Socket, event: string): unknown[] {
  const heard: unknown[] = [];
  socket.on(event, (payload: unknown) => heard.push(payload));
  return heard;
}

/** What the server acknowledges an event with; rejects when it has not within 10 s. */
export function said<T>(socket: Socket, event: string, ...payload: unknown[]): Promise<T> {
  return socket.timeout(10_000).emitWithAck(event, ...payload);
}

/** Waits until every open page has heard what the server has told it so far: answers come behind that. */
export async function allHeard(): Promise<void> {
  const pages = [...open].filter((socket) => socket.connected);
  await Promise.all(pages.map((socket) => said(socket, 'typing', null)));
}

/** Milliseconds until the page is cut off. */
export async function cutAfter(socket: Socket): Promise<number> {
  const start = performance.now();
  if (socket.connected) await new Promise((resolve) => socket.once('disconnect', resolve));
  return performance.now() - start;
}

/** Closes every page that a test has left open. */
export function closePages(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}
