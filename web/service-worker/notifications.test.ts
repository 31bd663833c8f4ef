/** The worker's notifications in a minimal browser environment. */
import { describe, expect, test } from 'vitest';
import { handleNotifications } from './notifications.ts';

const origin = 'https://www.example.com';

interface OpenPage {
  path: string;
  visibilityState?: 'visible' | 'hidden';
  /** A page opened before the worker can't be navigated by it. */
  isControlled?: boolean;
}

/** Runs the worker with these open pages; `log` records its calls to the browser. */
function startWorker(open: OpenPage[] = [], search = '') {
  const log: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const pages = open.map(({ path, visibilityState = 'hidden', isControlled = true }) => ({
    url: `${origin}${path}`,
    visibilityState,
    navigate: async (url: string) => {
      if (!isControlled) throw new TypeError('not controlled');
      log.push(['navigate', path, url]);
    },
    focus: async () => log.push(['focus', path]),
  }));
  const self = {
    location: { origin, search },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    clients: {
      matchAll: async () => pages,
      openWindow: async (url: string) => log.push(['open', url]),
    },
    registration: {
      showNotification: async (title: string, options: object) =>
        log.push(['show', title, { ...options }]),
    },
  };
  handleNotifications(self as unknown as ServiceWorkerGlobalScope);
  const fire = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (part: Promise<unknown>) => work.push(part) });
    await Promise.all(work);
    return log;
  };
  return {
    push: (note: unknown) => fire('push', { data: { json: () => note } }),
    press: (url?: unknown) =>
      fire('notificationclick', {
        notification: { close: () => log.push(['close']), data: { url } },
      }),
  };
}

const note = { title: 'anna', body: 'Dock 4', url: '/chat?with=1', tag: 'chat 1' };
const chat = `${origin}/chat?with=1`;

describe('a push', () => {
  test('is shown, ten of one tag as one notification', async () => {
    expect(await startWorker([{ path: '/about' }]).push(note)).toEqual([
      [
        'show',
        'anna',
        {
          body: 'Dock 4',
          tag: 'chat 1',
          renotify: true,
          icon: '/push-icon.png',
          data: { url: '/chat?with=1' },
        },
      ],
    ]);
  });

  test('is not shown while one of our pages is visible', async () => {
    const worker = startWorker([{ path: '/' }, { path: '/chat', visibilityState: 'visible' }]);
    expect(await worker.push(note)).toEqual([]);
  });
});

describe('a click', () => {
  test('opens a page when none is open', async () => {
    expect(await startWorker().press('/chat?with=1')).toEqual([['close'], ['open', chat]]);
  });

  test('navigates an open page', async () => {
    const worker = startWorker([{ path: '/about' }, { path: '/jobs' }]);
    expect(await worker.press('/chat?with=1')).toEqual([
      ['close'],
      ['navigate', '/about', chat],
      ['focus', '/about'],
    ]);
  });

  test('focuses a page that is already there', async () => {
    const worker = startWorker([{ path: '/about' }, { path: '/chat?with=1' }]);
    expect(await worker.press('/chat?with=1')).toEqual([['close'], ['focus', '/chat?with=1']]);
  });

  test("opens another page when the open one can't navigate", async () => {
    const worker = startWorker([{ path: '/about', isControlled: false }]);
    expect(await worker.press('/chat?with=1')).toEqual([['close'], ['open', chat]]);
  });

  test('opens the Spanish page on a device that saves the Spanish pages', async () => {
    expect(await startWorker([], '?es').press('/chat?with=1')).toEqual([
      ['close'],
      ['open', `${origin}/es/chat?with=1`],
    ]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\t/evil.example/',
    'javascript:alert(1)',
    '',
    undefined,
  ])('never leaves our site: %j', async (url) => {
    expect(await startWorker().press(url)).toEqual([['close'], ['open', `${origin}/portal`]]);
  });
});
