import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { stubDocument } from '#tests/harness/chat-document.ts';
import { FakeBrowser, FakeTab, type Network } from '#tests/harness/chat-fakes.ts';
import { FakeServer, partner, rejectedWord } from '#tests/harness/chat-server.ts';
import { randomNumbers } from '#tests/harness/seeded-random.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
  stubDocument();
});
const inTab = ['write', 'writeRejected', 'disconnect', 'connect', 'reload', 'discard'] as const;
type InTab = (typeof inTab)[number];
const weights = { write: 6, disconnect: 3, connect: 4, writeRejected: 1, reload: 1, discard: 1 };

const outside = fc.record({
  kind: fc.constantFrom('partnerWrites', 'partnerWrites', 'partnerReads', 'limit', 'clockBack'),
});
const wait = fc.record({
  kind: fc.constant('wait' as const),
  ms: fc.constantFrom(1, 50, 400, 3000, 12_000),
});
const step = fc.oneof(
  ...inTab.map((kind) => ({
    weight: weights[kind],
    arbitrary: fc.record({ kind: fc.constant(kind), tab: fc.constantFrom(0, 1) }),
  })),
  { weight: 6, arbitrary: outside },
  { weight: 6, arbitrary: wait },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const network: fc.Arbitrary<Network> = fc.record({
  slowest: fc.constantFrom(1, 300, 15_000),
  loses: fc.constantFrom(0, 0.3),
  doubles: fc.constantFrom(0, 0.5),
});

/** Two tabs of one user with random events. */
class Scenario {
  readonly server = new FakeServer();
  readonly #browser = new FakeBrowser();
  readonly #network: Network;
  readonly #random: () => number;
  readonly #hasLocks: boolean;
  readonly tabs: FakeTab[];
  /** The texts written in each tab, without those the server rejects. */
  readonly written: string[][] = [[], []];
  readonly discarded = new Set<string>();
  #count = 0;

  constructor(network: Network, seed: number, hasLocks: boolean) {
    this.#network = { ...network };
    this.#random = randomNumbers(seed);
    this.#hasLocks = hasLocks;
    this.tabs = [this.#open(), this.#open()];
  }

  async dispatch(one: Step): Promise<void> {
    if ('tab' in one) this.#inTab(one.kind, one.tab, this.tabs[one.tab] ?? this.#open());
    else if ('ms' in one) await vi.advanceTimersByTimeAsync(one.ms);
    else if (one.kind === 'partnerWrites') this.server.partnerWrites(`partner ${this.#next()}`);
    else if (one.kind === 'partnerReads') this.server.partnerReads();
    else if (one.kind === 'limit') this.server.limited += 2;
    else vi.setSystemTime(Date.now() - 3_600_000);
    // A person needs longer to reload than the device to store a message.
    await vi.advanceTimersByTimeAsync(0);
  }

  /** Three minutes with a good network. */
  async end(): Promise<void> {
    Object.assign(this.#network, { slowest: 100, loses: 0, doubles: 0 });
    for (const tab of this.tabs) {
      // A discarded message that was stored all the same is only found at the next connect.
      if (this.discarded.size > 0) tab.disconnect();
      tab.connect();
    }
    await vi.advanceTimersByTimeAsync(180_000);
  }

  #inTab(kind: InTab, index: number, tab: FakeTab): void {
    if (kind === 'write') {
      const text = `${index}: ${this.#next()}`;
      this.written[index]?.push(text);
      tab.engine.send(partner, text);
    } else if (kind === 'writeRejected')
      tab.engine.send(partner, `${rejectedWord} ${this.#next()}`);
    else if (kind === 'disconnect') tab.disconnect();
    else if (kind === 'connect') tab.connect();
    else if (kind === 'discard') this.#discard(tab);
    else {
      tab.close();
      this.tabs[index] = this.#open();
    }
  }

  #discard({ engine, thread }: FakeTab): void {
    const last = thread.view().messages.findLast(({ state }) => state === 'sending');
    if (!last) return;
    engine.discard(last.key);
    this.discarded.add(last.content);
  }

  #open(): FakeTab {
    const options = { hasLocks: this.#hasLocks };
    return new FakeTab(this.server, this.#browser, this.#network, this.#random, options);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

async function expectState(
  steps: readonly Step[],
  given: Network,
  seed: number,
  hasLocks: boolean,
) {
  const scenario = new Scenario(given, seed, hasLocks);
  for (const one of steps) await scenario.dispatch(one);
  await scenario.end();
  const { server, tabs, written, discarded } = scenario;
  const isDiscarded = (text: string) => discarded.has(text);
  const rejected = steps.filter(({ kind }) => kind === 'writeRejected').length;
  const discardedRejected = [...discarded].filter((text) => text.startsWith(rejectedWord)).length;
  for (const tab of tabs) {
    const { messages, state } = tab.thread.view();
    expect(state).toBe('ready');
    const stored = messages.filter(({ id }) => id !== null);
    expect(stored.map(({ id, content, readAt }) => ({ id, content, readAt }))).toEqual(
      server.messages.map(({ id, content, readAt = null }) => ({ id, content, readAt })),
    );
    const unsent = messages.slice(stored.length);
    expect(unsent.map((one) => one.state)).toEqual(
      Array(rejected - discardedRejected).fill('failed'),
    );
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

/** Rounds that failed before. */
const examples: [Step[], Network, number][] = [
  // A tab gets a rejection before the storage event of the discard in another tab.
  [
    [
      { kind: 'writeRejected', tab: 1 },
      { kind: 'reload', tab: 0 },
      { kind: 'connect', tab: 0 },
      { kind: 'discard', tab: 1 },
      { kind: 'wait', ms: 12_000 },
    ],
    { slowest: 15_000, loses: 0, doubles: 0 },
    103_063_261,
  ],
  // A tab writes before it learns that a message without a reply was stored.
  [
    [
      { kind: 'connect', tab: 0 },
      { kind: 'connect', tab: 1 },
      { kind: 'wait', ms: 1 },
      { kind: 'write', tab: 0 },
      { kind: 'wait', ms: 1 },
      { kind: 'wait', ms: 1 },
      { kind: 'write', tab: 1 },
    ],
    { slowest: 1, loses: 0.3, doubles: 0.5 },
    6,
  ],
];

test.each([
  ['with locks', true],
  ['without locks', false],
])(
  'on any network every thread ends up like the server’s: in order, each message once, none unsent (FLT21) (%s)',
  async (_, hasLocks) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        network,
        fc.integer(),
        (steps, given, seed) => expectState(steps, given, seed, hasLocks),
      ),
      { ...rounds(100, 20_000), examples },
    );
  },
);
