import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test, vi } from 'vitest';
import { anyDocument } from '#contract/files.ts';
import { general } from '#contract/messages/general.ts';
import { ftypOf, mp4Of } from '../../../tests/harness/file-samples.ts';
import { isFull } from '../../../tests/harness/is-full.ts';
import { boundary, partHead, pdfOf, sha256 } from '../../../tests/harness/multipart.ts';
import { startUploadApp, type UploadApp } from '../../../tests/harness/upload-app.ts';

const mebibyte = 1024 * 1024;

async function withApp(work: (app: UploadApp) => Promise<void>, dataDir?: string): Promise<void> {
  const app = await startUploadApp({ kinds: anyDocument }, dataDir ? { dataDir } : {});
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}

interface Answer {
  status: number;
  body: { size?: number; sha256?: string; error?: string };
}

/** Streams chunks as a file over a real connection, never all in memory. */
async function sendChunks(url: string, chunks: Iterable<Buffer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const call = request(url, { method: 'POST', headers, agent: false }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString();
    resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
  });
  call.once('error', reject);
  const parts = function* () {
    yield Buffer.from(partHead({ name: 'file', filename: 'loading.mp4' }));
    yield* chunks;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  };
  await Promise.all([promise, pipeline(Readable.from(parts()), call).catch(() => {})]);
  return promise;
}

/** An MP4 of `count` chunks of 1 MiB, with its hash. */
function videoOf(count: number, chunk: () => Buffer) {
  const hash = createHash('sha256');
  const chunks = function* () {
    for (let n = 0; n <= count; n += 1) {
      const bytes = n === 0 ? ftypOf('isom') : chunk();
      hash.update(bytes);
      yield bytes;
    }
  };
  return { chunks: chunks(), sha256: () => hash.digest('hex') };
}

test('stores the exact bytes, even those that look like a boundary', async () => {
  const traps = [`\r\n--${boundary.slice(0, -1)}`, '\r', '\r\n', '\r\n--', '--', `--${boundary}`];
  const chunk = () => {
    const bytes = randomBytes(mebibyte);
    for (let n = 0; n < 4_000; n += 1) {
      bytes.write(traps[n % traps.length] ?? '', Math.floor(Math.random() * mebibyte), 'latin1');
    }
    // Two traps in a row could form a real boundary.
    for (let at = 0; ; ) {
      at = bytes.indexOf(`\r\n--${boundary}`, at);
      if (at === -1) break;
      bytes.write('x', at);
    }
    return bytes;
  };
  await withApp(async (app) => {
    const video = videoOf(5, chunk);
    const { status, body } = await sendChunks(app.url, video.chunks);
    expect(status).toBe(200);
    expect(body.sha256).toBe(video.sha256());
    expect(sha256(app.stored() ?? Buffer.alloc(0))).toBe(body.sha256);
    expect(await app.left()).toEqual([]);
  });
});

test.runIf(isFull)(
  'returns 413 once a video exceeds 500 MB and leaves no files',
  async () => {
    const block = Buffer.alloc(mebibyte, 'bytes. ');
    await withApp(async (app) => {
      const { status, body } = await sendChunks(app.url, videoOf(520, () => block).chunks);
      expect(status).toBe(413);
      expect(body.error).toBe('This file is larger than 500 MB. Please send a smaller one.');
      expect(await app.left()).toEqual([]);
    });
  },
  60_000,
);

/** Runs `work` on a full disk: a small tmpfs where root can mount one, else a mocked ENOSPC. */
async function withFullDisk(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headrack-full-disk-'));
  const isRoot = process.getuid?.() === 0;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const handle = await open(join(folder, 'any'), 'w');
  await handle.close();
  const writing = vi.spyOn(Object.getPrototypeOf(handle), 'writev');
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
  else writing.mockRejectedValueOnce(full);
  try {
    await work(folder);
  } finally {
    writing.mockRestore();
    if (isRoot) execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

test('returns 503 when the disk fills up midway, leaves no files, and accepts the next upload', async () => {
  await withFullDisk((folder) =>
    withApp(
      async (app) => {
        const { status, body } = await app.send(mp4Of(10 * mebibyte), 'loading.mp4');
        expect([status, body.error]).toEqual([503, general.unavailable]);
        expect(await app.left()).toEqual([]);
        expect((await app.send(pdfOf('x', mebibyte))).status).toBe(200);
        expect(await app.left()).toEqual([]);
      },
      join(folder, 'data'),
    ),
  );
});
