import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FakeBrowser,
  FakeServer,
  FakeTab,
  type Network,
  partner,
  randomOf,
  refusedWord,
} from '../../../../tests/harness/chat-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const tabIndex = fc.constantFrom(0, 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), tab: tabIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('writeRefused' as const), tab: tabIndex }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('partnerWrites' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('partnerReads' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), tab: tabIndex }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('connect' as const), tab: tabIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab: tabIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discard' as const), tab: tabIndex }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clockBack' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 50, 400, 3000, 12_000),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const network: fc.Arbitrary<Network> = fc.record({
  slowest: fc.constantFrom(1, 300, 15_000),
  loses: fc.constantFrom(0, 0.3),
  doubles: fc.constantFrom(0, 0.5),
});

/** Two tabs of one person through all steps, and then a while with a good network. */
async function live(steps: readonly Step[], given: Network, seed: number, hasLocks: boolean) {
  const server = new FakeServer();
  const browser = new FakeBrowser();
  const random = randomOf(seed);
  const now = { ...given };
  const openTab = () => new FakeTab(server, browser, now, random, hasLocks ? {} : { locks: null });
  const tabs = [openTab(), openTab()];
  const written: string[][] = [[], []];
  const tabOf = (index: number): FakeTab => tabs[index] ?? openTab();
  const discarded = new Set<string>();
  let count = 0;

  for (const one of steps) {
    if (one.kind === 'write' || one.kind === 'writeRefused') {
      count += 1;
      const text = one.kind === 'write' ? `${one.tab}: ${count}` : `${refusedWord} ${count}`;
      tabOf(one.tab).engine.send(partner, text);
      if (one.kind === 'write') written[one.tab]?.push(text);
    } else if (one.kind === 'partnerWrites')
      server.partnerWrites(`theirs ${server.messages.length}`);
    else if (one.kind === 'partnerReads') server.partnerReads();
    else if (one.kind === 'cut') tabOf(one.tab).cut();
    else if (one.kind === 'connect') tabOf(one.tab).connect();
    else if (one.kind === 'discard') {
      const { engine } = tabOf(one.tab);
      const last = engine.view(partner).messages.findLast(({ state }) => state === 'sending');
      if (!last) continue;
      engine.discard(last.key);
      discarded.add(last.content);
    } else if (one.kind === 'limit') server.limits += 2;
    else if (one.kind === 'clockBack') vi.setSystemTime(Date.now() - 3_600_000);
    else if (one.kind === 'wait') await vi.advanceTimersByTimeAsync(one.ms);
    else {
      tabOf(one.tab).close();
      tabs[one.tab] = openTab();
    }
  }
  Object.assign(now, { slowest: 100, loses: 0, doubles: 0 });
  for (const tab of tabs) {
    // A discarded message that arrives after all may be told to nobody but the next connect.
    if (discarded.size > 0) tab.cut();
    tab.connect();
  }
  await vi.advanceTimersByTimeAsync(180_000);
  return { server, tabs, written, discarded };
}

async function judge(steps: readonly Step[], given: Network, seed: number, hasLocks: boolean) {
  const { server, tabs, written, discarded } = await live(steps, given, seed, hasLocks);
  const isDiscarded = (text: string) => discarded.has(text);
  const refused = steps.filter(({ kind }) => kind === 'writeRefused').length;
  const taken = [...discarded].filter((text) => text.startsWith(refusedWord)).length;
  for (const tab of tabs) {
    const { messages, state } = tab.engine.view(partner);
    expect(state).toBe('ready');
    const stored = messages.filter(({ id }) => id !== null);
    expect(stored.map(({ id, content, readAt }) => ({ id, content, readAt }))).toEqual(
      server.messages.map(({ id, content, readAt = null }) => ({ id, content, readAt })),
    );
    const unsent = messages.slice(stored.length);
    expect(unsent.map((one) => one.state)).toEqual(Array(refused - taken).fill('failed'));
    expect(new Set(messages.map(({ key }) => key)).size).toBe(messages.length);
  }
  for (const [index, texts] of written.entries()) {
    const arrived = server.messages
      .map(({ content }) => content)
      .filter((text) => text.startsWith(`${index}: `) && !isDiscarded(text));
    expect(arrived).toEqual(texts.filter((text) => !isDiscarded(text)));
  }
  for (const tab of tabs) tab.close();
}

const runs = process.env.TRUST === 'full' ? 20_000 : 250;

test.each([
  ['with locks', true],
  ['without locks', false],
])(
  'whatever the network does: every thread is at last the server’s, in order, each once, none waiting (%s)',
  async (_, hasLocks) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        network,
        fc.integer(),
        (steps, given, seed) => judge(steps, given, seed, hasLocks),
      ),
      { numRuns: runs },
    );
  },
  process.env.TRUST === 'full' ? 600_000 : 20_000,
);
