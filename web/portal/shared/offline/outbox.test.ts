import { beforeEach, expect, test, vi } from 'vitest';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import type { OutboxEntry, WaitingCall } from './entries.ts';
import { Outbox, Waiting } from './outbox.ts';

const offline = () => new CallError(0, { error: 'offline' });

const callNamed = (name: string) => ({
  endpoint: { name, method: 'POST', path: '/api/x', access: 'signed-in', status: 201 } as const,
  params: {},
  body: { name },
  files: [],
});

const messageTo = (receiverId: number, content: string, files: readonly File[] = []) => ({
  ...{ receiverId, content, files },
});

/** What the device stores, by id. */
let stored: Map<string, OutboxEntry>;
/** What the server stores, once per id. */
let received: Map<string, string>;
let deliver: (entry: WaitingCall) => Promise<unknown>;
let isSignedIn: boolean;
let isFull: boolean;
let count = 0;

function startTab() {
  return new Outbox({
    userId: 7,
    store: {
      put: async (key, entry) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        stored.set(String(key[1]), entry);
      },
      all: async () => [...stored.values()].reverse(),
      delete: async (key) => stored.delete(String(key[1])),
    },
    deliver: (entry) => deliver(entry),
    locks: null,
    isSignedIn: () => isSignedIn,
    newId: () => `id ${++count}`,
    onSent: () => undefined,
    tellOthers: () => undefined,
  });
}

const accept = async ({ id, endpoint }: WaitingCall) => {
  received.set(id, received.get(id) ?? endpoint.name);
  return { message: endpoint.name };
};

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  received = new Map();
  deliver = accept;
  isSignedIn = true;
  isFull = false;
});

/** Leaves calls on the device, as in a tab that was closed. */
async function leave(...names: string[]): Promise<void> {
  deliver = () => Promise.reject(offline());
  const tab = startTab();
  for (const name of names) {
    await expect(tab.send(callNamed(name))).rejects.toBeInstanceOf(Waiting);
  }
  vi.clearAllTimers();
  deliver = accept;
}

/** Opens the portal with a connection. */
async function open(): Promise<Outbox> {
  const tab = startTab();
  tab.drain();
  await vi.runAllTimersAsync();
  return tab;
}

/** What `call` makes of a response that isn't the application's. */
async function foreign(status: number): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response('<p>Log in to the network</p>', { status }));
  const endpoint = { ...callNamed('one').endpoint, access: 'public' };
  const error = await call(endpoint as never).catch((reason: unknown) => reason);
  vi.unstubAllGlobals();
  return error;
}

test('shows a later refusal, sends the rest, and repeats it only when asked', async () => {
  await leave('one', 'two');
  const tab = startTab();
  deliver = (entry) =>
    entry.endpoint.name === 'one'
      ? Promise.reject(new CallError(404, { error: 'Not found.' }))
      : accept(entry);
  tab.drain();
  await vi.runAllTimersAsync();
  expect(tab.entries.view()).toMatchObject([{ endpoint: { name: 'one' }, error: 'Not found.' }]);
  expect([...received.values()]).toEqual(['two']);

  deliver = accept;
  const [refused] = tab.entries.view();
  await tab.retry(refused?.id ?? '');
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['two', 'one']);
});

test.each([
  [200, 'a captive portal'],
  [401, 'an expired session'],
  [503, 'an overloaded server'],
])('keeps what waits after a response with status %i, such as from %s', async (status) => {
  await leave('one');
  const tab = startTab();
  deliver = () => Promise.reject(new CallError(status, { error: 'no' }));
  tab.drain();
  await vi.advanceTimersByTimeAsync(5_000);
  deliver = accept;
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['one']);
  expect(tab.entries.view()).toEqual([]);
});

test('keeps what waits when a network answers 404 itself', async () => {
  await leave('one');
  const error = await foreign(404);
  deliver = () => Promise.reject(error);
  const tab = startTab();
  tab.drain();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.entries.view()).toMatchObject([{ error: null }]);
});

test('asks about what is older than 14 days, which a wrong clock can cause, before it is sent', async () => {
  await leave('one');
  vi.setSystemTime(Date.now() + 15 * 24 * 60 * 60 * 1000);
  const tab = await open();
  expect(received.size).toBe(0);
  expect(tab.entries.view()).toMatchObject([{ error: expect.stringContaining('14 days') }]);
  await tab.retry(tab.entries.view()[0]?.id ?? '');
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['one']);
  expect(stored.size).toBe(0);
});

test('keeps the order when the clock was set back between two visits', async () => {
  await leave('one');
  vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000);
  await leave('two', 'three');
  await open();
  expect([...received.values()]).toEqual(['one', 'two', 'three']);
});

test('never sends a call when someone else has signed in', async () => {
  await leave('one');
  const tab = startTab();
  isSignedIn = false;
  tab.drain();
  await vi.runAllTimersAsync();
  expect(received.size).toBe(0);
  expect(stored.size).toBe(1);
});

test('repeats a call of a form under its key, and under a new one after that key was used', async () => {
  const tab = startTab();
  deliver = () => Promise.reject(new CallError(502, { error: 'no' }));
  const idempotencyKey = 'key of the form';
  await tab.send(callNamed('one'), { idempotencyKey }).catch(() => undefined);
  deliver = () => Promise.reject(offline());
  await expect(tab.send(callNamed('one'), { idempotencyKey })).rejects.toBeInstanceOf(Waiting);
  expect([...stored.keys()]).toEqual([idempotencyKey]);

  deliver = () => Promise.reject(new CallError(422, { error: general.keyReused }));
  await vi.runAllTimersAsync();
  const [refused] = tab.entries.view();
  expect(refused).toMatchObject({ error: general.keyReused });
  expect(refused?.id).not.toBe(idempotencyKey);
  expect([...stored.keys()]).toEqual([refused?.id]);
});

test('a call that was cancelled before its turn is never sent', async () => {
  let lose = (_error: unknown) => {};
  deliver = () => new Promise((_, reject) => (lose = reject));
  const tab = startTab();
  const first = tab.send(callNamed('one')).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const controller = new AbortController();
  const second = tab.send(callNamed('two'), { signal: controller.signal }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  controller.abort();
  deliver = accept;
  lose(offline());
  await Promise.all([first, second]);
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['one']);
  expect(stored.size).toBe(0);
});

test('an outbox whose user has left sends nothing, so that a second one sends each call once', async () => {
  const attempts: string[] = [];
  deliver = async ({ endpoint }) => {
    attempts.push(endpoint.name);
    throw offline();
  };
  const former = startTab();
  await expect(former.send(callNamed('one'))).rejects.toBeInstanceOf(Waiting);
  former.open()();
  former.drain();
  await vi.runAllTimersAsync();
  expect(attempts).toEqual(['one']);
  deliver = accept;
  await open();
  expect([...received.values()]).toEqual(['one']);
});

/** Takes messages as a chat that is loaded; returns their texts. */
function takeMessages(tab: Outbox, isOnline = true): string[] {
  const taken: string[] = [];
  tab.deliverMessage = async ({ content }) => {
    if (!isOnline) return { outcome: 'lost' };
    taken.push(content);
    return { outcome: 'stored', reply: null };
  };
  tab.drain();
  return taken;
}

test('sends a message that the device cannot store as long as the tab is open', async () => {
  isFull = true;
  const tab = startTab();
  expect(await tab.add(messageTo(2, 'a', [new File(['bytes'], 'x.png')]), 'a')).toBe(false);
  await tab.refresh();
  expect([tab.entries.view().length, tab.entries.isStored('a')]).toEqual([1, false]);
  const taken = takeMessages(tab);
  await vi.runAllTimersAsync();
  expect(taken).toEqual(['a']);
});

test('a call that is being sent holds up no message', async () => {
  deliver = () => new Promise(() => undefined);
  const tab = startTab();
  const taken = takeMessages(tab);
  void tab.send(callNamed('one'));
  await tab.add(messageTo(2, 'a'), 'a');
  await vi.advanceTimersByTimeAsync(10);
  expect(taken).toEqual(['a']);
  expect(tab.entries.view()).toMatchObject([{ isSending: true }]);
});

test('deletes unsent messages with their files after 14 days (SEC22)', async () => {
  const tab = startTab();
  await tab.add(messageTo(2, 'photo', [new File(['x'], 'x.png')]), 'photo');
  vi.setSystemTime(Date.now() + 14 * 24 * 60 * 60 * 1000);
  await tab.add(messageTo(2, 'later'), 'later');
  vi.setSystemTime(Date.now() + 1);
  await open();
  expect([...stored.keys()]).toEqual(['later']);
});
