import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#contract/wire/endpoint.ts';
import { asksBeforeLeaving, stubDocument } from '#tests/harness/chat-document.ts';
import { startTab } from '#tests/harness/chat-fakes.ts';
import { FakeServer, partner } from '#tests/harness/chat-server.ts';
import type { ChatServer } from '../chat.data.ts';
import { maxFileBytes, maxFiles } from './engine.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
  stubDocument();
});
const settle = (ms = 10) => vi.advanceTimersByTimeAsync(ms);
const photo = () => new File(['bytes'], 'deck.png');

test('sends a file in order between texts and warns before leaving until the device stores it', async () => {
  const server = new FakeServer();
  let finish: () => void = () => {};
  const upload: ChatServer['upload'] = (message, _file, onProgress) =>
    new Promise((resolve) => {
      onProgress(0.4);
      finish = () => resolve(server.storeOwn({ ...message, clientId: message.id }, ''));
    });
  const { engine, texts, view } = startTab({ upload }, server);
  const stored = () => server.messages.map(({ content }) => content);
  engine.send(partner, 'before');
  engine.send(partner, 'caption', photo());
  engine.send(partner, 'after');
  expect(asksBeforeLeaving()).toBe(true);
  await settle();
  expect(stored()).toEqual(['before']);
  const shown = { name: 'deck.png', size: 5, percent: 40 };
  expect(view().messages[1]?.upload).toEqual(shown);
  expect(asksBeforeLeaving()).toBe(false);
  finish();
  await settle();
  expect(stored()).toEqual(['before', 'caption', 'after']);
  expect(texts()).toEqual(['before', 'caption', 'after']);
});

test('a file being uploaded does not delay messages to another person', async () => {
  const { server, engine } = startTab({ upload: () => new Promise(() => undefined) });
  engine.send(partner, '', photo());
  engine.send(partner, 'after the photo');
  engine.send(partner + 1, 'to another');
  await settle();
  expect(server.messages.map(({ content }) => content)).toEqual(['to another']);
});

test('a file that can no longer be read fails without an upload and delays nothing', async () => {
  const upload = vi.fn(() => Promise.reject(new CallError(0, { error: 'offline' })));
  const { engine, states, view } = startTab({ upload });
  const gone = photo();
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  engine.send(partner, '', gone);
  engine.send(partner, 'goes on');
  await settle();
  expect(states()).toEqual(['sent', 'failed']);
  expect(view().messages[1]?.error).toBe("This file can't be read anymore. Choose it again.");
  expect(upload).not.toHaveBeenCalled();
});

test('retries a file after a broken connection and stops when it is discarded', async () => {
  const signals: AbortSignal[] = [];
  const { engine, states, view } = startTab({
    upload: (_message, _file, _onProgress, signal) => {
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
  engine.discard(view().messages[0]?.key ?? '');
  expect([signals[1]?.aborted, states()]).toEqual([true, []]);
  engine.send(partner, 'next');
  await settle();
  expect(states()).toEqual(['sent']);
});

test('limits the number of unsent files and their total size', async () => {
  const { engine } = startTab({ upload: () => new Promise(() => undefined) });
  expect([engine.hasRoomFor([1, maxFileBytes - 1]), engine.hasRoomFor([1, maxFileBytes])]).toEqual([
    true,
    false,
  ]);
  for (let n = 0; n < maxFiles; n += 1) {
    expect(engine.hasRoomFor([1])).toBe(true);
    engine.send(partner, '', photo());
    await settle();
  }
  expect(engine.hasRoomFor([1])).toBe(false);
});
