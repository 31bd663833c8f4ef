/** Open pages as the server sees them: Socket.IO clients of a listening app. */
import { io, type Socket } from 'socket.io-client';
import { beforeAll, vi } from 'vitest';
import { type Task, Tasks } from '#server/platform/runtime/tasks.ts';
import type { TestApp, TestPerson } from '#tests/harness/app.ts';

/** Listens on a free port and returns the URL. */
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

/** A connected page of that person. */
export async function openPage(url: string, { token }: TestPerson): Promise<Socket> {
  const socket = page(url, token);
  await connected(socket);
  return socket;
}

/** Resolves when the page is connected; rejects with the server's message. */
export function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

/** The payload of the next such event. */
export function nextEvent(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve));
}

/** The payloads of all such events from now on, in order. */
export function eventsOn(socket: Socket, event: string): unknown[] {
  const collected: unknown[] = [];
  socket.on(event, (payload: unknown) => collected.push(payload));
  return collected;
}

/** The server's acknowledgement of an event; rejects after a minute. */
export function request<T>(socket: Socket, event: string, ...payload: unknown[]): Promise<T> {
  return socket.timeout(60_000).emitWithAck(event, ...payload);
}

/** Waits until every open page has received the events sent so far, which arrive before an acknowledgement. */
export async function drain(): Promise<void> {
  const pages = [...open].filter((socket) => socket.connected);
  await Promise.all(pages.map((socket) => request(socket, 'typing', null)));
}

/** Milliseconds until the page is disconnected. */
export async function disconnectMs(socket: Socket): Promise<number> {
  const start = performance.now();
  if (socket.connected) await new Promise((resolve) => socket.once('disconnect', resolve));
  return performance.now() - start;
}

/**
 * The background tasks of an app that the suite starts after this call. Once they are stopped, only the event of a
 * change closes a page, and not the next sweep.
 */
export function addedTasks(): { named: (name: string) => Task } {
  const tasks: Task[] = [];
  beforeAll(() => {
    const { add } = Tasks.prototype;
    vi.spyOn(Tasks.prototype, 'add').mockImplementation(function (this: Tasks, task) {
      tasks.push(task);
      add.call(this, task);
    });
  });
  return {
    named: (name) => {
      const found = tasks.find((task) => task.name === name);
      if (!found) throw new Error(`no task is called ${name}`);
      return found;
    },
  };
}

/** Closes the pages that a test left open. */
export function closePages(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}
