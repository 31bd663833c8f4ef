/** Stored files in a real browser: what shows, what plays, and what cannot run. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { addDocument, documentOf, newDriver } from './documents-api.ts';
import { send, tokenOf } from './office-api.ts';

/** The link that a new driver gets to a training file of these bytes. */
async function linkTo(server: RunningServer, bytes: Buffer, fileName: string): Promise<string> {
  const driver = await newDriver(server);
  const { id } = await addDocument(server, 'training', [driver], { bytes, fileName });
  const { file_path } = await documentOf(server, 'training', id, driver);
  const path = `/api/reports/presigned-get?path=${encodeURIComponent(file_path)}`;
  const token = await tokenOf(server, driver);
  return (await send<{ url: string }>(server, 'GET', path, token)).url;
}

/** Two seconds of a moving picture, recorded by the browser itself. */
async function recordVideo(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 120;
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const from = performance.now();
    while (performance.now() - from < 2000) {
      await new Promise(requestAnimationFrame);
      pen?.fillRect(Math.random() * 160, Math.random() * 120, 9, 9);
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });
  return Buffer.from(text, 'latin1');
}

/** Where the viewer is still at work when its window closes, Chromium itself may end. */
async function leaveViewer(page: Page): Promise<void> {
  await page.goto('about:blank');
}

test('a PDF shows in the browser although it is sandboxed', async ({
  page,
  server,
  allowConsole,
}) => {
  // The browser's own PDF page asks for it.
  allowConsole(/favicon\.ico/);
  const url = await linkTo(server, pdfOf('Load straps'), 'straps.pdf');
  // Asked apart: the viewer shows only its own view of the headers.
  const { headers } = await fetch(new URL(url, server.url), { method: 'HEAD' });
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  await page.goto(url);
  const viewer = () => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'));
  await expect.poll(viewer).toBe(true);
  await leaveViewer(page);
});

test("a PDF that is also a web page can't run, however it is opened (SEC18)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/sandboxed|Content Security Policy|favicon\.ico|files\/training\/x\)$/);
  const markup = '<script>document.title = "ran"</script><img src=x onerror="document.title=1">';
  const [head, ...rest] = pdfOf('Polyglot').toString('latin1').split('\n');
  const polyglot = Buffer.from([head, `%${markup}`, ...rest].join('\n'), 'latin1');
  const url = await linkTo(server, polyglot, 'polyglot.pdf');
  /** Opens it as a web page, which no browser of today would; with its own policy or without. */
  async function titleAsPage(withPolicy: boolean): Promise<string> {
    await page.route('**/files/**', async (route) => {
      const response = await route.fetch();
      const headers: Record<string, string> = {
        ...response.headers(),
        'content-type': 'text/html',
      };
      if (!withPolicy) delete headers['content-security-policy'];
      await route.fulfill({ response, headers });
    });
    await page.goto(url);
    const title = await page.title();
    await page.unroute('**/files/**');
    return title;
  }
  expect(await titleAsPage(false)).not.toBe('');
  expect(await titleAsPage(true)).toBe('');
});

test('scripts inside a PDF open no dialog and send no request', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/favicon\.ico/);
  const action =
    '/OpenAction<</S/JavaScript/JS(app.alert\\("ran"\\);this.submitForm\\("/ran"\\);)>>';
  const text = pdfOf('Script').toString('latin1').replace('/Catalog', `/Catalog${action}`);
  const dialogs: string[] = [];
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(await linkTo(server, Buffer.from(text, 'latin1'), 'script.pdf'));
  const viewer = () => page.frames().some((frame) => frame.url().startsWith('chrome-extension:'));
  await expect.poll(viewer).toBe(true);
  await leaveViewer(page);
  expect(dialogs).toEqual([]);
  expect(asked).not.toContain('/ran');
});

test('a training video plays and seeks in our page, although it is an attachment', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  const url = await linkTo(server, await recordVideo(page), 'straps.mp4');
  const ranges: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/files/')) ranges.push(response.status());
  });
  const seen = await page.evaluate(async (src) => {
    const video = document.createElement('video');
    video.muted = true;
    const happened = (name: string) =>
      new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
      });
    const loaded = happened('loadeddata');
    video.src = src;
    document.body.append(video);
    await loaded;
    const moved = happened('seeked');
    video.currentTime = 1;
    await moved;
    return { width: video.videoWidth, at: video.currentTime };
  }, url);
  expect(seen).toEqual({ width: 160, at: 1 });
  expect(ranges).toContain(206);
  const { headers } = await page.evaluate(async (src) => {
    const answer = await fetch(src, { method: 'HEAD' });
    return { headers: Object.fromEntries(answer.headers) };
  }, url);
  expect(headers['content-disposition']).toMatch(/^attachment;/);
});
