import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiveMessageEvent, typingEvent } from '#contract/chat.ts';
import { CallError } from '#contract/endpoint.ts';
import { FakeServer, me, partner } from '../../../../tests/harness/chat-server.ts';
import { FakeBrowser, FakeTab } from '../../../../tests/harness/chat-world.ts';
import type { EngineParts } from './engine-parts.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const quick = { slowest: 1, loses: 0, doubles: 0 };

function start(more: Partial<EngineParts> = {}) {
  const server = new FakeServer();
  const tab = new FakeTab(server, new FakeBrowser(), quick, () => 0, more);
  tab.connect();
  const texts = () => tab.engine.view(partner).messages.map(({ content }) => content);
  const states = () => tab.engine.view(partner).messages.map(({ state }) => state);
  return { server, tab, engine: tab.engine, texts, states };
}
const settle = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

describe('files', () => {
  const photo = () => new File(['bytes'], 'deck.png');

  it('go in their order among the texts, and nobody leaves by mistake meanwhile', async () => {
    const done: (() => void)[] = [];
    const over = vi.fn();
    const { server, tab, engine, texts } = start({
      uploadBegins: () => over,
      upload: ({ receiverId, content, clientId }, _file, onPercent) =>
        new Promise((resolve) => {
          onPercent(40);
          const sent = { senderId: me, receiverId, content, clientId };
          done.push(() => resolve(server.store(sent, tab.lineId)));
        }),
    });
    engine.send(partner, 'before');
    engine.send(partner, 'caption', photo());
    engine.send(partner, 'after');
    await settle();
    expect(server.messages.map(({ content }) => content)).toEqual(['before']);
    expect(engine.view(partner).messages[1]?.upload).toEqual({
      name: 'deck.png',
      size: 5,
      percent: 40,
    });
    expect(over).not.toHaveBeenCalled();
    done[0]?.();
    await settle();
    expect(server.messages.map(({ content }) => content)).toEqual(['before', 'caption', 'after']);
    expect(texts()).toEqual(['before', 'caption', 'after']);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('fail with the server’s no, are tried again as the same, and not before that', async () => {
    const tries: string[] = [];
    const { engine, states } = start({
      upload: ({ clientId }) => {
        tries.push(clientId);
        return Promise.reject(new CallError(413, { error: 'too large' }));
      },
    });
    engine.send(partner, '', photo());
    engine.send(partner, 'goes on');
    await settle(30_000);
    expect(states()).toEqual(['sent', 'failed']);
    const failed = engine.view(partner).messages[1];
    expect([failed?.error, tries.length]).toEqual(['too large', 1]);
    engine.retry(failed?.key ?? '');
    await settle();
    expect(new Set(tries).size).toBe(1);
    expect(tries).toHaveLength(2);
  });

  it('fail when they are not there any more, and hold up nothing', async () => {
    const upload = vi.fn(() => Promise.reject(new CallError(0, { error: 'offline' })));
    const { engine, states } = start({ upload });
    const gone = photo();
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    engine.send(partner, '', gone);
    engine.send(partner, 'goes on');
    await settle();
    expect(states()).toEqual(['sent', 'failed']);
    expect(engine.view(partner).messages[1]?.error).toBe(
      'This file can no longer be read. Choose it again.',
    );
    expect(upload).not.toHaveBeenCalled();
  });

  it('go again by themselves after a line that broke, and stop when they are taken back', async () => {
    const signals: AbortSignal[] = [];
    const { engine, states } = start({
      upload: (_entry, _file, _percent, signal) => {
        signals.push(signal);
        if (signals.length === 1) return Promise.reject(new CallError(0, { error: 'offline' }));
        return new Promise((_, reject) => {
          signal.onabort = () => reject(new DOMException('stopped', 'AbortError'));
        });
      },
    });
    engine.send(partner, '', photo());
    await settle(3000);
    expect([signals.length, states()]).toEqual([2, ['sending']]);
    engine.discard(engine.view(partner).messages[0]?.key ?? '');
    expect([signals[1]?.aborted, states()]).toEqual([true, []]);
    engine.send(partner, 'next');
    await settle();
    expect(states()).toEqual(['sent']);
  });
});

describe('what was read', () => {
  it('is said once for each newest message, when the page is in sight', async () => {
    const { server, tab, engine } = start();
    const first = server.partnerWrites('one');
    await settle();
    tab.isVisible = false;
    engine.markSeen(partner);
    expect(tab.marked).toEqual([]);
    tab.isVisible = true;
    tab.onVisibility();
    engine.markSeen(partner);
    engine.markSeen(partner);
    expect(tab.marked).toEqual([first.id]);
    const second = server.partnerWrites('two');
    await settle();
    engine.markSeen(partner);
    expect(tab.marked).toEqual([first.id, second.id]);
  });

  it('is said again on the next occasion after a failure', async () => {
    const markRead = vi.fn(() => Promise.reject(new CallError(0, { error: 'offline' })));
    const { server, tab, engine } = start({ markRead });
    server.partnerWrites('one');
    await settle();
    engine.markSeen(partner);
    await settle();
    expect(markRead).toHaveBeenCalledTimes(1);
    tab.cut();
    tab.connect();
    await settle();
    expect(markRead).toHaveBeenCalledTimes(2);
  });

  it('is not counted in the thread in sight, unless its screen is scrolled up', async () => {
    const inSight: (number | null)[] = [];
    const seen: boolean[] = [];
    const { server, engine } = start({
      onInSight: (who) => void inSight.push(who),
      onMessage: (_, isSeen) => void seen.push(isSeen),
    });
    engine.markSeen(partner);
    server.partnerWrites('in sight');
    await settle();
    engine.markSeen(partner);
    await settle(5000);
    server.partnerWrites('below the screen');
    await settle(5000);
    server.partnerWrites('also below');
    await settle();
    expect(seen).toEqual([true, true, false]);
    expect(inSight).toEqual([partner, null]);
  });
});

describe('typing', () => {
  it('ends after 4 s, or with the message', async () => {
    const { server, tab, engine } = start();
    const isTyping = () => engine.view(partner).isTyping;
    tab.hear(typingEvent, { senderId: partner, receiverId: me });
    await settle(3900);
    expect(isTyping()).toBe(true);
    await settle(200);
    expect(isTyping()).toBe(false);
    tab.hear(typingEvent, { senderId: partner, receiverId: me });
    await settle();
    server.partnerWrites('here it is');
    await settle();
    expect(isTyping()).toBe(false);
  });

  it('of the office is shown by employee, and one’s own is not', async () => {
    const { tab, engine } = start();
    const before = engine.officeTyping(partner);
    tab.hear(typingEvent, { senderId: 8, receiverId: partner });
    tab.hear(typingEvent, { senderId: me, receiverId: partner });
    await settle();
    expect(engine.officeTyping(partner)).toEqual([8]);
    expect(engine.officeTyping(9)).toEqual([]);
    await settle(5000);
    expect(engine.officeTyping(partner)).toEqual(before);
  });

  it('is said at most every 2 s', async () => {
    const said: unknown[] = [];
    const { tab, engine } = start();
    tab.onSaid = (payload) => void said.push(payload);
    for (let stroke = 0; stroke < 41; stroke += 1) {
      engine.noteTyping(partner);
      await settle(100);
    }
    expect(said).toEqual(Array(3).fill({ receiverId: partner }));
  });

  it('is said when the line comes, if that is soon', async () => {
    const said: unknown[] = [];
    const { tab, engine } = start();
    tab.onSaid = (payload) => void said.push(payload);
    for (const [pause, times] of [
      [5000, 0],
      [500, 1],
    ] as const) {
      tab.cut();
      engine.noteTyping(partner);
      await settle(pause);
      tab.connect();
      expect(said).toHaveLength(times);
    }
  });
});

describe('a thread', () => {
  it('catches up with a gap of any length and loads what is older, page by page', async () => {
    const { server, tab, engine } = start();
    await settle();
    for (let count = 0; count < 120; count += 1) server.partnerWrites(`${count}`);
    const { engine: later } = new FakeTab(server, new FakeBrowser(), quick, () => 0);
    await settle();
    expect([later.view(partner).messages.length, later.view(partner).hasOlder]).toEqual([50, true]);
    later.loadOlder(partner);
    later.loadOlder(partner);
    await settle();
    expect(later.view(partner).messages).toHaveLength(100);
    later.loadOlder(partner);
    await settle();
    expect(later.view(partner)).toMatchObject({ hasOlder: false, loadingOlder: false });
    tab.cut();
    tab.connect();
    await settle();
    tab.cut();
    for (let count = 0; count < 1200; count += 1) server.partnerWrites(`gap ${count}`);
    tab.connect();
    await settle(100);
    expect(engine.view(partner).messages.map(({ id }) => id)).toEqual(
      server.messages.map(({ id }) => id),
    );
  });

  it('that could not be loaded says so, and comes when it can', async () => {
    let isDown = true;
    const server = new FakeServer();
    server.partnerWrites('there');
    const tab = new FakeTab(server, new FakeBrowser(), quick, () => 0, {
      read: (_, query) =>
        isDown
          ? Promise.reject(new CallError(503, { error: 'busy' }))
          : Promise.resolve(server.page(query)),
    });
    await settle();
    expect(tab.engine.view(partner)).toMatchObject({ state: 'failed', messages: [] });
    isDown = false;
    await settle(5000);
    expect(tab.engine.view(partner)).toMatchObject({ state: 'ready', error: null });
  });

  it('is the same object until something changes', async () => {
    const { server, tab, engine } = start();
    server.partnerWrites('one');
    await settle();
    const before = engine.view(partner);
    const again = server.messages[0];
    tab.hear(receiveMessageEvent, again);
    engine.setDraft(partner, 'typing');
    await settle();
    expect(engine.view(partner).messages).toBe(before.messages);
  });
});

describe('texts', () => {
  it('that the server would never take fail here, and hold up nothing', async () => {
    const { engine, states } = start();
    engine.send(partner, 'x'.repeat(4001));
    engine.send(partner, '   ');
    engine.send(partner, 'good');
    await settle();
    expect(states()).toEqual(['sent', 'failed']);
  });

  it('take the draft with them', async () => {
    const { engine } = start();
    engine.setDraft(partner, 'hello ');
    engine.send(partner, engine.draft(partner));
    expect(engine.draft(partner)).toBe('');
    await settle();
    expect(engine.view(partner).messages[0]?.content).toBe('hello');
  });
});
