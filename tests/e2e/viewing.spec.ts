/** The browser shows stored PDFs and videos and never runs scripts in them. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { addDocument, linkTo, newDriver } from './documents-api.ts';

/** A new driver's link to a training file with these bytes. */
async function linkToFile(server: RunningServer, bytes: Buffer, fileName: string): Promise<string> {
  const driver = await newDriver(server);
  const { id } = await addDocument(server, 'training', [driver], { bytes, fileName });
  return linkTo(server, 'training', id, driver);
}

/** Records a second of video in the browser. */
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
    while (performance.now() - from < 1200) {
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

test("a PDF that is also a web page can't run, however it is opened (SEC18)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/sandboxed|Content Security Policy|favicon\.ico|files\/training\/x\)$/);
  const markup = '<script>document.title = "ran"</script><img src=x onerror="document.title=1">';
  const [head, ...rest] = pdfOf('Polyglot').toString('latin1').split('\n');
  const polyglot = Buffer.from([head, `%${markup}`, ...rest].join('\n'), 'latin1');
  const url = await linkToFile(server, polyglot, 'polyglot.pdf');
  /** Opens the file as HTML, which browsers don't do by themselves, with or without its policy. */
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

test('a PDF shows in the browser although it is sandboxed, and scripts inside it send no request', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/favicon\.ico/);
  const script = 'app.alert("ran");try{this.submitForm("/ran")}catch(e){}app.alert("done");';
  const action = `/OpenAction<</S/JavaScript/JS(${script})>>`;
  const text = pdfOf('Script').toString('latin1').replace('/Catalog', `/Catalog${action}`);
  const dialogs: string[] = [];
  const asked: string[] = [];
  // The viewer's own, which a document may open: they prove that the script ran.
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.accept();
  });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const url = await linkToFile(server, Buffer.from(text, 'latin1'), 'script.pdf');
  // The viewer hides the headers.
  const { headers } = await fetch(new URL(url, server.url), { method: 'HEAD' });
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  await page.goto(url);
  await expect.poll(() => dialogs).toEqual(['ran', 'done']);
  expect(asked).not.toContain('/ran');
  // Closing the viewer's window while it loads can crash Chromium.
  await page.goto('about:blank');
});

test('a training video plays and seeks in our page, although it is an attachment', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  const url = await linkToFile(server, await recordVideo(page), 'straps.mp4');
  const ranges: number[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/files/')) return;
    ranges.push(response.status());
    expect(response.headers()['content-disposition']).toMatch(/^attachment;/);
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
    video.currentTime = 0.5;
    await moved;
    return { width: video.videoWidth, at: video.currentTime };
  }, url);
  expect(seen).toEqual({ width: 160, at: 0.5 });
  expect(ranges).toContain(206);
});
