/** The office and drivers write to each other all the time; at the end every page shows what is stored, once. */
import { expect, onTestFinished } from 'vitest';
import { ChatClient, type Colleague } from '#tests/harness/chat-client.ts';
import { until } from '#tests/harness/until.ts';
import type { RowsOf } from './journal.ts';

/** Opens a page for each; the drivers write to the admin, who writes to all of them. */
export function openChat(url: string, admin: Colleague, drivers: readonly Colleague[]) {
  const ids = drivers.map(({ userId }) => userId);
  const clients = [
    new ChatClient(url, admin, ids),
    ...drivers.map((driver) => new ChatClient(url, driver, [admin.userId])),
  ];
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  return clients;
}

export const allConnected = (clients: readonly ChatClient[], within = 60_000) =>
  until('all are connected', within, () => clients.every(({ socket }) => socket.connected));

/** Each writes to its peers in turn, while the server acknowledges; returns how to stop it. */
export function startWriting(clients: readonly ChatClient[], everyMs: number): () => void {
  let n = 0;
  const timer = setInterval(() => {
    for (const client of clients) {
      const to = client.peers[n % client.peers.length] ?? 0;
      if (client.unsent < 3) client.write(to, `Message ${n}`);
    }
    n += 1;
  }, everyMs);
  const stop = () => clearInterval(timer);
  onTestFinished(stop);
  return stop;
}

/** The messages between people whose pages these are, as they are stored. */
async function storedBetween(rowsOf: RowsOf, clients: readonly ChatClient[]) {
  const rows = await rowsOf(
    'select id, client_id, sender_id, receiver_id, sent_at from messages order by id',
  );
  const people = new Set<unknown>(clients.map(({ person }) => person.userId));
  return rows.filter((row) => people.has(row.sender_id) && people.has(row.receiver_id));
}

export async function expectAcknowledged(rowsOf: RowsOf, clients: readonly ChatClient[]) {
  const rows = await storedBetween(rowsOf, clients);
  const ids = new Map(rows.map((row) => [row.client_id, row.id]));
  expect(ids.size, 'each once').toBe(rows.length);
  for (const { clientId, id } of clients.flatMap(({ written }) => written)) {
    if (id !== null) expect(ids.get(clientId)).toBe(id);
  }
}

/** Waits until all that was written is acknowledged and has come to the pages of both. */
export async function haveCome(clients: readonly ChatClient[]): Promise<void> {
  await until('all is sent', 120_000, () => clients.every(({ unsent }) => unsent === 0));
  const sent = new Map<string, number>();
  for (const { person, written } of clients) {
    for (const { receiverId } of written) {
      const pair = [person.userId, receiverId].sort().join();
      sent.set(pair, (sent.get(pair) ?? 0) + 1);
    }
  }
  const missing = (client: ChatClient, peer: number) =>
    client.with(peer).length < (sent.get([client.person.userId, peer].sort().join()) ?? 0);
  await until('all has come', 120_000, () =>
    clients.every((client) => !client.peers.some((peer) => missing(client, peer))),
  );
}

/** Every message is stored once and in the order written, and is on every page. */
export async function expectConversations(rowsOf: RowsOf, clients: readonly ChatClient[]) {
  const written = clients.flatMap((client) => client.written);
  const rows = await storedBetween(rowsOf, clients);
  expect(rows).toHaveLength(written.length);
  for (const client of clients) {
    expect(client.wrong).toEqual([]);
    for (const peer of client.peers) {
      const both: unknown[] = [client.person.userId, peer];
      const ids = rows
        .filter((row) => both.includes(row.sender_id) && both.includes(row.receiver_id))
        .map(({ id }) => id);
      expect(client.with(peer).map(({ id }) => id)).toEqual(ids);
      const own = client.written.filter(({ receiverId }) => receiverId === peer);
      expect(own.map(({ id }) => id)).toEqual(
        own.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b)),
      );
    }
  }
  expectOrder(rows.map((row) => String(row.sent_at)));
}

/** Within what the clocks of nodes differ by on a busy machine. */
export function expectOrder(instants: readonly string[]): void {
  const times = instants.map((instant) => Date.parse(instant));
  const early = times.filter((time, n) => time < Math.max(...times.slice(0, n)) - 500);
  expect(early.map((time) => new Date(time).toISOString())).toEqual([]);
}
