import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { openOutbox } from './outbox-of.ts';

test('each login in a document leaves one outbox that listens', () => {
  const open = new Set<object>();
  class Channel {
    onmessage: (() => void) | null = null;
    constructor() {
      open.add(this);
    }
    close() {
      open.delete(this);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  const clients = [new QueryClient(), new QueryClient()];
  for (const client of clients) {
    const close = openOutbox(client);
    expect(open.size).toBe(1);
    close();
  }
  expect(open.size).toBe(0);
});
