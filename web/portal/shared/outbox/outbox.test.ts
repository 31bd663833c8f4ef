import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#contract/endpoint.ts';
import { Outbox, type OutboxEntry, Waiting } from './outbox.ts';

const offline = () => new CallError(0, { error: 'offline' });

const callNamed = (name: string) => ({
  endpoint: { name, method: 'POST', path: '/api/x', access: 'signed-in', status: 201 } as const,
  params: {},
  body: { name },
  files: [],
});

/** What the device stores, by id. */
let stored: Map<string, OutboxEntry>;
/** What the server stores, once per id. */
let received: Map<string, string>;
let deliver: (entry: OutboxEntry) => Promise<unknown>;
let count = 0;

function startTab() {
  return new Outbox({
    userId: 7,
    store: {
      put: async (key, entry) => stored.set((key as string[])[1] ?? '', entry),
      all: async () => [...stored.values()].reverse(),
      delete: async (key) => stored.delete((key as string[])[1] ?? ''),
    },
    deliver: (entry) => deliver(entry),
    locks: null,
    newId: () => `id ${++count}`,
    onSent: () => undefined,
    tellOthers: () => undefined,
  });
}

const accept = async ({ id, endpoint }: OutboxEntry) => {
  received.set(id, received.get(id) ?? endpoint.name);
  return { message: endpoint.name };
};

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  received = new Map();
  deliver = accept;
});
afterEach(() => vi.useRealTimers());

test('resolves with the reply and stores nothing when the server can be reached', async () => {
  await expect(startTab().send(callNamed('one'))).resolves.toEqual({ message: 'one' });
  expect([...received.values()]).toEqual(['one']);
  expect(stored.size).toBe(0);
});

test('sends in the order made after a reload, each once, also when a reply was lost', async () => {
  deliver = () => Promise.reject(offline());
  const tab = startTab();
  for (const name of ['one', 'two', 'three']) {
    await expect(tab.send(callNamed(name))).rejects.toBeInstanceOf(Waiting);
  }
  expect(stored.size).toBe(3);

  const reloaded = startTab();
  let isLost = true;
  deliver = async (entry) => {
    await accept(entry);
    // The server has stored it; the response doesn't arrive.
    if (isLost) {
      isLost = false;
      throw offline();
    }
  };
  reloaded.drain();
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['one', 'two', 'three']);
  expect(stored.size).toBe(0);
  expect(reloaded.view()).toEqual([]);
});

test('gives a refusal to the screen that waits for it, and stores nothing then', async () => {
  deliver = () => Promise.reject(new CallError(400, { error: 'Choose a day.' }));
  await expect(startTab().send(callNamed('one'))).rejects.toMatchObject({ status: 400 });
  expect(stored.size).toBe(0);
});

test('shows a later refusal, sends the rest, and repeats it only when asked', async () => {
  deliver = () => Promise.reject(offline());
  const tab = startTab();
  for (const name of ['one', 'two']) await tab.send(callNamed(name)).catch(() => undefined);
  deliver = (entry) =>
    entry.endpoint.name === 'one'
      ? Promise.reject(new CallError(404, { error: 'Not found.' }))
      : accept(entry);
  tab.drain();
  await vi.runAllTimersAsync();
  expect(tab.view()).toMatchObject([{ endpoint: { name: 'one' }, error: 'Not found.' }]);
  expect([...received.values()]).toEqual(['two']);

  deliver = accept;
  const [refused] = tab.view();
  await tab.retry(refused?.id ?? '');
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['two', 'one']);
});

test.each([
  [200, 'a captive portal'],
  [401, 'an expired session'],
  [429, 'a limit'],
  [503, 'an overloaded server'],
])('keeps what waits after a response with status %i, such as from %s', async (status) => {
  deliver = () => Promise.reject(offline());
  const tab = startTab();
  await tab.send(callNamed('one')).catch(() => undefined);
  deliver = () => Promise.reject(new CallError(status, { error: 'no' }));
  await vi.advanceTimersByTimeAsync(5_000);
  deliver = accept;
  await vi.runAllTimersAsync();
  expect([...received.values()]).toEqual(['one']);
  expect(tab.view()).toEqual([]);
});

test('deletes what is older than 14 days', async () => {
  deliver = () => Promise.reject(offline());
  await startTab()
    .send(callNamed('one'))
    .catch(() => undefined);
  vi.setSystemTime(Date.now() + 15 * 24 * 60 * 60 * 1000);
  deliver = accept;
  const tab = startTab();
  tab.drain();
  await vi.runAllTimersAsync();
  expect(received.size).toBe(0);
  expect(stored.size).toBe(0);
});
