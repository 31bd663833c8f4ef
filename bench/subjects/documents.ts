import { DatabaseSync } from 'node:sqlite';
import { firstAdmin } from '../../tests/harness/server.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { load } from '../load.ts';
import { processorSeconds } from '../process-use.ts';
import { get } from '../raw.ts';

const documents = 10_000;
const people = 1_000;
/** To how many people each document is given. */
const each = 10;
/** Milliseconds of the server's time at the median. */
const most = 40;
const times = 40;

/** Documents of these kinds, each given to ten people, of whom most have had it listed and opened it. */
function fillDocuments(file: string, kinds: readonly string[]): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    begin;
    create temp table counter as
      with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${documents})
      select n, 1700000000 + n * 600 as second from counter;
    insert into users (username, username_key, user_email, email_key, phone_number, password_hash,
      user_role, created_at)
    select 'driver ' || n, 'driver ' || n, 'driver' || n || '@example.com',
      'driver' || n || '@example.com', '815-555-0142', 'none', 'employee',
      '2026-01-05T15:00:00.000Z' from counter where n <= ${people};
    insert into employees (user_id, first_name, last_name, department, position, pto_hundredths,
      work_hundredths, created_at)
    select user_id, 'Robin', 'Walker ' || user_id, 'Operations', 'Car Haul Driver', 0, 0, created_at
    from users where user_role = 'employee';
    create temp table kinds as select key, value as kind from json_each('${JSON.stringify(kinds)}');
    insert into objects (key, kind, media_type, size, sha256, original_name, created_at)
    select kind || '/0f8fad5b-d9cb-469f-a165-' || (708670000000 + n) || '.pdf', 'pdf',
      'application/pdf', 50000 + n, hex(randomblob(32)), 'Week ' || n || '.pdf',
      strftime('%Y-%m-%dT%H:%M:%fZ', second, 'unixepoch')
    from counter join kinds on key = n % ${kinds.length};
    insert into documents (kind, file_name, object_key, acknowledge, uploaded_by, uploaded_at)
    select substr(key, 1, instr(key, '/') - 1), original_name, key, size % 2, 1, created_at
    from objects where key like '%/0f8fad5b-%' order by size;
    insert into document_revisions (file_id, revision, sha256, size, original_name, uploaded_at)
    select file_id, 1, sha256, objects.size, original_name, uploaded_at
    from documents join objects on key = object_key;
    insert into document_assignments (file_id, user_id, assigned_at)
    select file_id, (file_id * 7 + n * 97) % ${people} + 2, uploaded_at
    from documents, counter where n <= ${each};
    commit;
    begin;
    insert into document_receipts (file_id, revision, user_id, delivered_at, opened_at, acknowledged_at)
    select file_id, 1, user_id, assigned_at, iif(assignment_id % 4, assigned_at, null),
      iif(assignment_id % 4 = 1, assigned_at, null)
    from document_assignments;
    commit;
    analyze;
  `);
  database.close();
}

/** The median of that many times of `work`, in milliseconds; as many go before it unmeasured. */
async function median(times: number, work: () => unknown): Promise<number> {
  const spent: number[] = [];
  for (let n = 0; n < 2 * times; n += 1) {
    const from = performance.now();
    await work();
    if (n >= times) spent.push(performance.now() - from);
  }
  return spent.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
}

interface Reading {
  path: string;
  /** The query that it comes down to. */
  bare: string;
  headers: { authorization: string };
  what?: string;
}

async function measure({ url, file, pid }: Company, reading: Reading): Promise<Figure> {
  const { path, bare, headers, what = path } = reading;
  const read = async () => {
    const { status, body } = await get(`${url}${path}`, headers);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  };
  const before = processorSeconds(pid);
  const ours = await median(times, read);
  const after = processorSeconds(pid);
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare(bare);
  const query = await median(times, () => statement.all());
  database.close();
  const figure = { what: `${what}, bare query ${query.toFixed(1)} ms`, ours, limit: most };
  if (before === null || after === null) return { ...figure, unit: 'ms', most: 1 };
  const processor = ((after - before) * 1000) / (2 * times);
  return { ...figure, unit: 'ms', most: 1, byProcessor: processor / most };
}

/** Signs a driver in, with the first admin's password. */
async function driverOf({ url, file }: Company): Promise<{ authorization: string }> {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`update users set password_hash = (select password_hash from users where user_id = 1)
    where username = 'driver 1'`);
  database.close();
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'driver 1', password: firstAdmin.password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

const listQuery = (kind: string, limit: number) => `select * from documents
  join objects on key = object_key where documents.kind = '${kind}'
  order by uploaded_at desc, file_id desc limit ${limit}`;
const matrixQuery = (where: string) => `select * from document_assignments a
  join documents using (file_id) join users using (user_id) left join employees using (user_id)
  left join document_receipts r using (file_id, user_id, revision)
  where a.removed_at is null and ${where}`;

/** Documents over the kinds: what the office and a driver look at. */
async function measureKinds(company: Company): Promise<Figure[]> {
  const { admin } = company;
  const driver = await driverOf(company);
  const readings: Reading[] = [
    {
      path: '/api/training/files?limit=100',
      bare: listQuery('training', 101),
      headers: admin,
    },
    { path: '/api/training/files', bare: listQuery('training', documents), headers: admin },
    {
      path: '/api/training/files',
      what: '/api/training/files of a driver',
      bare: `select * from document_assignments a join documents using (file_id)
        join objects on key = object_key
        left join document_receipts r using (file_id, user_id, revision)
        where a.user_id = 2 and a.removed_at is null and documents.kind = 'training'
        order by uploaded_at desc`,
      headers: driver,
    },
    { path: '/api/receipts?file_id=5000', bare: matrixQuery('a.file_id = 5000'), headers: admin },
    { path: '/api/receipts?user_id=2', bare: matrixQuery('a.user_id = 2'), headers: admin },
    {
      path: '/api/receipts/people',
      bare: `select * from users left join employees using (user_id) left join (
          select user_id, count(*), sum(opened), sum(missing) from document_assignments
          where removed_at is null group by user_id) using (user_id)
        where closed_at is null`,
      headers: admin,
    },
    {
      path: '/api/receipts/documents',
      bare: 'select * from documents order by uploaded_at desc, file_id desc',
      headers: admin,
    },
    {
      path: '/api/badges',
      bare: `select kind, count(*) from document_assignments a join documents using (file_id)
        where a.user_id = 2 and removed_at is null and opened = 0 group by kind`,
      headers: driver,
    },
  ];
  const figures: Figure[] = [];
  for (const reading of readings) figures.push(await measure(company, reading));
  return figures;
}

/** All documents of one kind: the longest list there is, and how long others wait meanwhile. */
async function measureWhole(company: Company): Promise<Figure[]> {
  const { url, pid, admin } = company;
  const path = '/api/training/files';
  const bare = listQuery('training', documents);
  const what = `all ${documents.toLocaleString('en-US')} of one kind`;
  const whole = await measure(company, { path, bare, headers: admin, what });
  let over = false;
  const readAll = async () => {
    while (!over) await get(`${url}${path}`, admin);
  };
  const reading = readAll();
  const others = await load({ url: `${url}/api/careers`, pid, connections: 4, rate: 200 });
  over = true;
  await reading;
  return [
    whole,
    {
      what: `others' p99 while ${what} are read`,
      ours: others.p99,
      limit: 100,
      unit: 'ms',
      most: 1,
    },
  ];
}

/** The lists and the matrix of 10,000 documents, each given to ten of a thousand people. */
export const documentLists: Subject = {
  name: 'documents',
  run: async () => [
    ...(await withCompany(
      (file) => fillDocuments(file, ['training', 'settlements', 'reports', 'employee-files']),
      measureKinds,
    )),
    ...(await withCompany((file) => fillDocuments(file, ['training']), measureWhole)),
  ],
};
