import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask } from '../child.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { seconds } from '../load.ts';
import { memoryMb, peakMemoryMb, processorSeconds } from '../process-use.ts';
import type { Read, ReadersTask } from '../processes/readers.ts';
import { get, startRaw } from '../raw.ts';

const mebibyte = 1024 * 1024;
const readers = 8;

async function call<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Where a file is fetched from. */
interface Source {
  pid: number;
  url: string;
}

interface Driver {
  userId: number;
  headers: { authorization: string };
}

async function newDriver({ url, admin }: Company): Promise<Driver> {
  const [username, password] = ['driver', 'nine cars a load'];
  const account = { username, user_email: 'driver@example.com', password };
  const { user_id } = await call<{ user_id: number }>(`${url}/api/users`, admin, account);
  const { token } = await call<{ token: string }>(`${url}/api/login`, {}, { username, password });
  return { userId: user_id, headers: { authorization: `Bearer ${token}` } };
}

/** A training video of so many bytes that is given to that driver; answers its key and where its bytes are. */
function plant({ file, dataDir }: Company, { userId }: Driver, size: number) {
  const key = `training/${randomUUID()}.mp4`;
  const path = join(dataDir, 'files', key);
  const bytes = randomBytes(size);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const now = new Date().toISOString();
  const database = new DatabaseSync(file, { timeout: 5000 });
  const insert = (sql: string, ...values: (string | number)[]) =>
    Number(database.prepare(sql).run(...values).lastInsertRowid);
  insert(
    `insert into objects (key, kind, media_type, size, sha256, original_name, created_at)
      values (?, 'mp4', 'video/mp4', ?, ?, 'Straps.mp4', ?)`,
    ...[key, size, sha256, now],
  );
  const id = insert(
    `insert into documents (kind, file_name, object_key, uploaded_at)
      values ('training', 'Straps', ?, ?)`,
    ...[key, now],
  );
  insert(
    `insert into document_revisions (file_id, revision, sha256, size, original_name, uploaded_at)
      values (?, 1, ?, ?, 'Straps.mp4', ?)`,
    ...[id, sha256, size, now],
  );
  insert(
    'insert into document_assignments (file_id, user_id, assigned_at) values (?, ?, ?)',
    ...[id, userId, now],
  );
  database.close();
  return { key, path };
}

interface Use {
  megabytes: number;
  seconds: number;
  /** Processor seconds of the server; null where they are not known. */
  processor: number | null;
}

/** What so many readers get out of a server within that time. */
async function readFrom({ pid, url }: Source, duration: number): Promise<Use> {
  const task: ReadersTask = { url, readers, warmUpSeconds: 0.3, seconds: duration };
  let before: number | null = null;
  const file = new URL('../processes/readers.ts', import.meta.url);
  const read = await ask<Read>(file, task, () => {
    before = processorSeconds(pid);
  });
  const after = processorSeconds(pid);
  const processor = before === null || after === null ? null : after - before;
  return { megabytes: read.bytes / 1e6, seconds: read.seconds, processor };
}

function sum(uses: readonly Use[], value: (use: Use) => number): number {
  return uses.reduce((total, use) => total + value(use), 0);
}

/** Megabytes a second of ours and of the plain stream, in turns, so that a slow moment of the machine meets both. */
async function speedFigure(what: string, ours: Source, limit: Source): Promise<Figure> {
  await readFrom(limit, seconds / 2);
  await readFrom(ours, seconds / 2);
  const [byOurs, byLimit]: [Use[], Use[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    byLimit.push(await readFrom(limit, seconds / 2));
    byOurs.push(await readFrom(ours, seconds / 2));
  }
  const per = (uses: Use[], value: (use: Use) => number) =>
    sum(uses, (use) => use.megabytes) / sum(uses, value);
  const byProcessor =
    per(byOurs, (use) => use.processor ?? 0) / per(byLimit, (use) => use.processor ?? 0);
  return {
    what,
    ours: per(byOurs, (use) => use.seconds),
    limit: per(byLimit, (use) => use.seconds),
    unit: 'MB/s',
    least: 0.7,
    ...(Number.isFinite(byProcessor) ? { byProcessor } : {}),
  };
}

async function memoryFigure(source: Source): Promise<Figure> {
  const before = memoryMb(source.pid);
  const peak = await peakMemoryMb(source.pid, readFrom(source, seconds));
  const what = `  memory rise at ${readers} readers`;
  return { what, ours: Math.max(0, peak - before), limit: 100, unit: 'MB', most: 1 };
}

async function downloadOf(company: Company, driver: Driver, mebibytes: number): Promise<Figure[]> {
  const { key, path } = plant(company, driver, mebibytes * mebibyte);
  const sign = `${company.url}/api/reports/presigned-get?${new URLSearchParams({ path: key })}`;
  const signed = async () => {
    const answer = await get(sign, driver.headers);
    const { url } = JSON.parse(answer.body.toString()) as { url: string };
    return { url: company.url + url, pid: company.pid };
  };
  const raw = await startRaw({
    kind: 'file',
    path,
    headers: { 'content-type': 'video/mp4', 'content-length': String(mebibytes * mebibyte) },
  });
  try {
    const limit = { url: raw.answer, pid: raw.pid };
    const memory = await memoryFigure(await signed());
    return [await speedFigure(`download, ${mebibytes} MiB`, await signed(), limit), memory];
  } finally {
    await raw.stop();
  }
}

/** A document on its way to the person it is given to, its opening written down, beside a plain stream from the disk. */
export const downloads: Subject = {
  name: 'downloads',
  run: () =>
    withCompany(
      () => undefined,
      async (company) => {
        const driver = await newDriver(company);
        return [
          ...(await downloadOf(company, driver, 5)),
          ...(await downloadOf(company, driver, 50)),
        ];
      },
    ),
};
