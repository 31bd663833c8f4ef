/** An interrupted upload leaves no bytes and no row, and changes nothing. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundary, multipartOf, partHead, pdfOf, sha256 } from '../harness/multipart.ts';
import { rawClient } from '../harness/raw-client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { newJournal, Office } from './document-clients.ts';
import { filesIn } from './shop.ts';

let server: RunningServer;
let office: Office;
beforeAll(async () => {
  server = await startServer();
  office = new Office();
  await office.moveTo(server);
});
afterAll(() => server.kill());

const large = pdfOf('Half of it', 2_000_000);

/** Sends half of a multipart request and keeps the connection open. */
async function sendHalf(method: string, path: string, token: string): Promise<Socket> {
  const fields = `${partHead({ name: 'user_ids' })}[${office.driver.userId}]\r\n`;
  const whole = Buffer.concat([
    Buffer.from(fields + partHead({ name: 'file', filename: 'a.pdf' })),
    large,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { headers } = multipartOf([]);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${whole.length}`,
  ];
  const half = whole.subarray(0, whole.length / 2);
  const { socket } = rawClient(server.url, `${head.join('\r\n')}\r\n\r\n`, half);
  await until('the upload has begun', 10_000, () => filesIn(server, 'tmp').length > 0);
  return socket;
}

const calls: [what: string, method: string, path: () => Promise<string>][] = [
  ['of a training', 'POST', async () => '/api/training/upload'],
  ['of a form', 'POST', async () => '/api/employee-files/upload'],
  ['that replaces a report', 'PUT', async () => `/api/reports/files/${(await one()).id}`],
  [
    'of a settlement into a drop',
    'POST',
    async () => `/api/settlements/drops/${await drop()}/files`,
  ],
];

async function one() {
  const journal = newJournal('reports');
  await office.upload(journal);
  return journal;
}

async function drop(): Promise<number> {
  const { bytes } = await office.call('/api/settlements/drops', office.admin, { method: 'POST' });
  return JSON.parse(bytes.toString()).drop_id;
}

const listed = async () => {
  const lists = ['training', 'reports', 'settlements'].map((kind) => `/api/${kind}/files`);
  const paths = [...lists, '/api/employee-files', '/api/settlements/drops'];
  return Promise.all(
    paths.map(async (path) => (await office.call(path, office.admin)).bytes.toString()),
  );
};

test.each(calls)('a connection cut in the middle of an upload %s', async (_what, method, path) => {
  const url = await path();
  const before = [await listed(), filesIn(server, 'files')];
  const socket = await sendHalf(method, url, office.admin.token);
  socket.destroy();
  await until('the upload is discarded', 10_000, () => filesIn(server, 'tmp').length === 0);
  expect([await listed(), filesIn(server, 'files')]).toEqual(before);
  // A retry succeeds.
  const journal = await one();
  expect(await office.open(journal)).toBe(journal.taken.at(-1));
});

test('SIGTERM during a replacement stops the server and keeps the old content', {
  timeout: 60_000,
}, async () => {
  const journal = await one();
  await sendHalf('PUT', `/api/reports/files/${journal.id}`, office.admin.token);
  expect(await server.stop()).toBe(0);
  server = await startServer({ dataDir: server.dataDir });
  await office.moveTo(server);
  expect(filesIn(server, 'tmp')).toEqual([]);
  expect(await office.open(journal)).toBe(journal.taken.at(-1));
  expect(journal.taken.at(-1)).not.toBe(sha256(large));
});
