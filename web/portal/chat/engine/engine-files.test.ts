import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '#contract/endpoint.ts';
import { me, partner } from '../../../../tests/harness/chat-server.ts';
import { startTab } from '../../../../tests/harness/chat-world.ts';
import { memoryFiles } from '../../../../tests/harness/memory-files.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

describe('files', () => {
  const photo = () => new File(['bytes'], 'deck.png');

  it('go in their order among the texts, and nobody leaves by mistake meanwhile', async () => {
    const done: (() => void)[] = [];
    const over = vi.fn();
    const { server, tab, engine, texts } = startTab({
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
    expect(over, 'kept on the device').toHaveBeenCalledTimes(1);
    done[0]?.();
    await settle();
    expect(server.messages.map(({ content }) => content)).toEqual(['before', 'caption', 'after']);
    expect(texts()).toEqual(['before', 'caption', 'after']);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('hold the page only where the device does not keep them, and say so', async () => {
    const over = vi.fn();
    const onFileNotKept = vi.fn();
    const { server, tab, engine } = startTab({
      files: memoryFiles(true),
      uploadBegins: () => over,
      onFileNotKept,
      upload: ({ receiverId, content, clientId }) =>
        Promise.resolve(server.store({ senderId: me, receiverId, content, clientId }, tab.lineId)),
    });
    tab.cut();
    engine.send(partner, 'caption', photo());
    await settle();
    expect([over.mock.calls.length, onFileNotKept.mock.calls.length]).toEqual([0, 1]);
    tab.connect();
    await settle();
    expect(server.messages.map(({ content }) => content)).toEqual(['caption']);
    expect(over).toHaveBeenCalledTimes(1);
  });

  it('hold up nothing that goes to somebody else', async () => {
    const { server, engine } = startTab({ upload: () => new Promise(() => undefined) });
    engine.send(partner, '', photo());
    engine.send(partner, 'after the photo');
    engine.send(partner + 1, 'to another');
    await settle();
    expect(server.messages.map(({ content }) => content)).toEqual(['to another']);
  });

  it('fail with the server’s no, are tried again as the same, and not before that', async () => {
    const tries: string[] = [];
    const { engine, states } = startTab({
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
    const { engine, states } = startTab({ upload });
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
    const { engine, states } = startTab({
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
