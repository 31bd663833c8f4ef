import { afterEach, expect, test } from 'vitest';
import type { PageHost, PageRequest } from './render-page.ts';
import { openWorkerRenderer, type PageRenderer } from './worker-renderer.ts';

const request: PageRequest = { method: 'GET', url: 'http://x.example/', headers: [], body: null };
const host: PageHost = {
  publicUrl: 'http://x.example',
  recaptchaSiteKey: null,
  call: () => Promise.reject(new Error('no calls here')),
  logError: () => {},
};

const moduleOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

let renderer: PageRenderer;
afterEach(() => renderer.close());

test.each([
  ['never ends', 'while (true);', 200],
  ['ends its thread', 'process.exit(3);', 60_000],
])('a render that %s is refused, and so is the next one', async (_what, text, deadlineMs) => {
  renderer = openWorkerRenderer(moduleOf(text), deadlineMs);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(renderer.render(request, host)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
    });
  }
});

test("a render's own error is passed on", async () => {
  renderer = openWorkerRenderer(moduleOf('throw new TypeError("broken build");'));
  await expect(renderer.render(request, host)).rejects.toThrow();
});
