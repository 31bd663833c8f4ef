import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test, vi } from 'vitest';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull, postgresOnly } from '#tests/harness/databases.ts';
import { rawClient } from '#tests/harness/raw-client.ts';
import { until } from '#tests/harness/until.ts';
import { publicChanges } from '../cache/public-changes.ts';
import { builtPages } from '../web/page-sources.ts';

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Not `fetch`, which would decompress the body. */
function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(url, { headers }, async (response) => {
    const { statusCode: status, headers: given } = response;
    resolve({ status, headers: given, body: await buffer(response) });
  }).once('error', reject);
  return promise;
}

/** Without what differs between any two responses. */
function comparable({ status, headers, body }: Answer) {
  const { date: _, 'x-request-id': id, ...others } = headers;
  return { status, headers: others, hasId: id !== undefined, body };
}

const paths = ['/api/careers', '/careers?utm_source=mail', '/portal', '/sitemap.xml'];

onBothWhenFull('public responses from memory', (engine) => {
  const t = suiteApp(engine, { pages: builtPages() });
  let base: string;
  const createJob = (position: string) => createId(t, 'createJob', { position });
  beforeAll(async () => {
    await createJob('Driver');
    base = await t.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test.each(paths)('%s is the same from memory', async (path) => {
    const stored = vi.spyOn(t.ctx.responseCache, 'get');
    const etag = String((await ask(base + path, {})).headers.etag);
    const requests: Record<string, string>[] = [
      {},
      { 'accept-encoding': 'gzip, deflate, br, zstd' },
      { 'accept-encoding': 'br;q=0, gzip;q=0' },
      { 'if-none-match': etag },
      { 'if-none-match': etag, 'accept-encoding': 'br' },
    ];
    for (const headers of requests) {
      const first = await ask(base + path, headers);
      stored.mockClear();
      const second = await ask(base + path, headers);
      expect(stored).not.toHaveBeenCalled();
      expect(comparable(second)).toEqual(comparable(first));
      if (second.headers['x-request-id']) {
        expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      }
    }
  });

  test('a connection may wait for ten answers at a time, and is closed beyond them', async () => {
    const send = (count: number) =>
      rawClient(base, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
    const few = send(10);
    await until('all are answered', 30_000, () => few.text().split('HTTP/1.1 200').length === 11);
    few.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('so is the next', 30_000, () => few.text().split('HTTP/1.1 200').length === 12);
    few.socket.destroy();
    const many = send(1_000);
    await until('it is closed', 30_000, () => many.isClosed());
    expect(many.text().split('HTTP/1.1 200').length).toBeLessThan(12);
  });

  test('a change shows in the next response', async () => {
    const read = async (path: string) => String((await ask(base + path, {})).body);
    for (const position of ['Car hauler', 'Dispatcher']) {
      for (const path of ['/api/careers', '/careers']) await read(path);
      await createJob(position);
      for (const path of ['/api/careers', '/careers']) expect(await read(path)).toContain(position);
    }
  });
});

postgresOnly.describe('changes of what visitors see', () => {
  const t = suiteApp('postgres');

  test('are counted by every node once their write is answered', async () => {
    const { db } = t.ctx;
    const [writer, reader] = [publicChanges(db), publicChanges(db)];
    for (let round = 0; round < 5; round += 1) {
      const before = await reader.count();
      await db.insertInto('public_changes').values({ count: 1 }).execute();
      await writer.settled();
      expect(await reader.count()).toBe(before + 1);
    }
  });
});
