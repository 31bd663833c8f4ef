/** Mails, reminders, notifications, pushes and the nightly tasks of three nodes that restart at any moment: each once. */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, today, wallClock } from '#contract/dates.ts';
import { kindNames } from '#contract/driver-file.ts';
import { type Colleague, createUser } from '../harness/chat-client.ts';
import { formBody } from '../harness/multipart.ts';
import { pdfWithPages } from '../harness/pdf-pages.ts';
import { type Browser, type PushService, startPushService } from '../harness/push-service.ts';
import { announcedLongAgo } from '../harness/retention.ts';
import { until } from '../harness/until.ts';
import { hour, type NodeCluster, startNodes } from './node-cluster.ts';

const oldInquiries = 250;

interface Restart {
  index: number;
  isKill: boolean;
}
const restarts: Restart[] = Array.from({ length: 20 }, () => ({
  index: randomInt(3),
  isKill: randomInt(2) === 0,
}));

let cluster: NodeCluster;
let service: PushService;
let drivers: (Colleague & { browser: Browser; employeeId: number })[];
/** Documents that expire, each of another kind or driver. */
let documents = 0;
const backupDir = mkdtempSync(join(tmpdir(), 'headrack-backups-'));

beforeAll(async () => {
  service = await startPushService();
  const env = {
    PUSH_SERVICES: service.host,
    RETENTION_INQUIRIES_MONTHS: '1',
    BACKUP_DIR: backupDir,
  };
  cluster = await startNodes([{ env }, { env }, { env }]);
}, 120_000);
afterAll(async () => {
  await cluster?.close();
  await service?.close();
  rmSync(backupDir, { recursive: true, force: true });
});

/** Calls until a node answers, with the same key; returns the status. */
async function post(
  path: string,
  { body, headers = {} }: { body: string | Uint8Array<ArrayBuffer>; headers?: object },
  who: Colleague = cluster.admin,
): Promise<number> {
  const key = randomUUID();
  let status = 503;
  await until(`${path} is answered`, 60_000, async () => {
    const response = await fetch(cluster.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        authorization: `Bearer ${who.token}`,
        ...headers,
      },
      body,
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    status = response?.status ?? 503;
    return status !== 503;
  });
  return status;
}
const json = (body: object) => ({ body: JSON.stringify(body) });

async function upload(kind: 'training' | 'settlements', name: string): Promise<number> {
  const bytes = await pdfWithPages([`${name}\nNet pay $1,800.00`]);
  const fields = { user_ids: JSON.stringify(drivers.map(({ userId }) => userId)), file_name: name };
  const file = { name: 'file', value: bytes, filename: 'Week 40.pdf' };
  const { payload, headers } = formBody(fields, file);
  expect(
    await post(`/api/${kind}/upload`, { body: new Uint8Array(payload), headers: { ...headers } }),
  ).toBe(201);
  const [row] = await cluster.rowsOf('select file_id from documents where file_name = $1', [name]);
  return Number(row?.file_id);
}

/** Adds a document that expires soon: nodes look for those when they start. */
async function addExpiring(): Promise<void> {
  const [driver, kind] = [
    drivers[documents % drivers.length],
    kindNames[Math.floor(documents / drivers.length)],
  ];
  if (!driver || !kind) return;
  documents += 1;
  const file = { name: 'file', value: await pdfWithPages([kind]), filename: 'Card.pdf' };
  const { payload, headers } = formBody({ expires_on: dayAfter(today(), 5) }, file);
  const path = `/api/driver-file/${driver.employeeId}/${kind}`;
  const form = { body: new Uint8Array(payload), headers: { ...headers } };
  expect(await post(path, form)).toBe(201);
}

/** What the n-th step does: a notification, a settlement, and two admins' reminders of one file at once. */
async function work(n: number): Promise<void> {
  await addExpiring();
  expect(await post('/api/send-notification', json({ message: `Notice ${n}` }))).toBe(201);
  await upload('settlements', `Settlement ${n}`);
  const file_id = await upload('training', `Training ${n}`);
  const both = [1, 2].map(() => post('/api/receipts/remind', json({ file_id })));
  expect((await Promise.all(both)).toSorted()).toEqual([200, 409]);
}

async function prepare(): Promise<void> {
  const { rowsOf, admin, url } = cluster;
  drivers = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const driver = await createUser(url, admin, `driver-${n}`);
      const browser = service.browser();
      expect(await post('/api/push/subscriptions', json(browser.subscription), driver)).toBe(200);
      const record = { user_id: driver.userId, first_name: 'Emil', last_name: `Novotny ${n}` };
      expect(await post('/api/employees', json(record))).toBe(201);
      const [employee] = await rowsOf('select employee_id from employees where user_id = $1', [
        driver.userId,
      ]);
      return { ...driver, browser, employeeId: Number(employee?.employee_id) };
    }),
  );
  const old = new Date(Date.now() - 70 * 24 * hour).toISOString();
  await rowsOf(
    `insert into inquiries (reference, created_at, company_name, contact_person, email_address,
      vehicle_type, vehicle_condition, pickup_location, delivery_location)
    select gen_random_uuid()::text, $1, 'Old', 'Jo', 'jo@example.com', 'car', 'new', 'Joliet', 'Gary'
    from generate_series(1, $2::integer)`,
    [old, oldInquiries],
  );
  await rowsOf(
    `insert into idempotency_keys (caller, call, key, body_sha256, status, reply, created_at)
    select 'public', 'old', gen_random_uuid()::text, '', 201, '{}', $1 from generate_series(1, 20)`,
    [old],
  );
  // As if all that is old was announced, and the nightly run was long ago.
  for (const fact of announcedLongAgo(new Date())) {
    await rowsOf(
      `insert into facts (name, value) values ($1, $2)
        on conflict (name) do update set value = excluded.value`,
      fact,
    );
  }
}

const counted = async (query: string) =>
  Object.fromEntries((await cluster.rowsOf(query)).map(({ name, count }) => [name, Number(count)]));

test('every effect comes once, however nodes restart meanwhile', async ({ annotate }) => {
  const { rowsOf, smtp } = cluster;
  await prepare();
  let steps = 0;
  let isOver = false;
  const working = (async () => {
    while (!isOver) await work(steps++);
  })();
  for (const { index, isKill } of restarts) {
    if (isKill) {
      await cluster.nodes[index]?.kill();
      await pause(randomInt(500));
      await cluster.replace(index);
    } else {
      await cluster.restart(index);
    }
  }
  isOver = true;
  await working;
  const sequence = `restarts ${JSON.stringify(restarts)}`;

  // What a killed node had claimed waits for three minutes, its nightly run for an hour.
  await rowsOf("update outbox set claimed_until = '2000-01-01' where sent_at is null");
  const isNight = Number(wallClock(new Date()).slice(11, 13)) < 3;
  await rowsOf(
    "update facts set value = '2000-01-01' where name = 'retention-day' and value like '% until %'",
  );
  await cluster.restart(2);
  expect(await post('/api/send-notification', json({ message: 'Quiet' }))).toBe(201);

  await until('all mails are sent', 60_000, async () => {
    const [row] = await rowsOf('select count(*)::int as n from outbox where sent_at is null');
    return row?.n === 0;
  });
  const [queued] = await rowsOf('select count(*)::int as n from outbox');
  expect(new Set(smtp.messageIds()).size, sequence).toBe(queued?.n);
  const twice = smtp.received.length - Number(queued?.n);
  // Sent, but killed before it could record that: all of them have the same Message-ID.
  const kills = restarts.filter(({ isKill }) => isKill).length;
  expect(twice, sequence).toBeLessThanOrEqual(8 * kills);
  expect(queued?.n, sequence).toBe(steps * drivers.length);

  await until('all drivers are reminded', 60_000, async () => {
    const rows = await rowsOf("select detail from audit where action = 'driver-file.remind'");
    const counts = rows.map(({ detail }) => JSON.parse(String(detail)).documents as number);
    return counts.reduce((all, count) => all + count, 0) === documents;
  });
  const notices = await counted(
    `select n.message || ' ' || r.user_id as name, count(*) from notifications n
      join notification_recipients r on r.notification_id = n.notification_id
      where r.user_id > 1 group by 1`,
  );
  // A notice, a settlement, a file and its reminder each, the last notice, and a reminder of each document.
  const expected = drivers.length * (4 * steps + 1) + documents;
  expect(Object.keys(notices).length, sequence).toBe(expected);
  expect(
    Object.values(notices).every((count) => count === 1),
    sequence,
  ).toBe(true);

  await until('the last push has come', 30_000, () =>
    drivers.every(({ browser }) => JSON.stringify(browser.received()).includes('Quiet')),
  );
  for (const { browser } of drivers) {
    const tags = browser.received().map((note) => (note as { tag: string }).tag);
    expect(tags, sequence).toEqual([...new Set(tags)]);
  }

  await until('every settlement is read', 90_000, async () => {
    const rows = await rowsOf(
      `select net_pay_cents from document_revisions r join documents d on d.file_id = r.file_id
        where d.kind = 'settlements'`,
    );
    return rows.length === steps && rows.every((row) => Number(row.net_pay_cents) === 180_000);
  });
  const keys = await rowsOf("select key from idempotency_keys where call = 'old'");
  expect(keys, sequence).toEqual([]);
  if (!isNight) {
    await until('the retention has run', 30_000, async () => {
      const [row] = await rowsOf(
        "select count(*)::int as n from inquiries where company_name = 'Old'",
      );
      return row?.n === 0;
    });
    await until('it is recorded', 10_000, async () => {
      const rows = await rowsOf("select detail from audit where action = 'retention.run'");
      const deleted = rows.map(({ detail }) => JSON.parse(String(detail)).inquiries as number);
      const sum = deleted.reduce((all, count) => all + count, 0);
      expect(sum, sequence).toBeLessThanOrEqual(oldInquiries);
      // A killed node records nothing.
      return kills > 0 || sum === oldInquiries;
    });
  }
  if (Number(wallClock(new Date()).slice(11, 13)) >= 2) {
    const folders = () => readdirSync(backupDir).filter((name) => /^\d{4}-|^unf/.test(name));
    await until('there is one backup', 120_000, () => {
      const found = folders();
      return found.length === 1 && found[0] !== 'unfinished';
    });
  }

  await annotate(
    `${queued?.n} mails, ${Object.keys(notices).length} notifications and ${steps + documents} reminders in ${restarts.length} restarts (${kills} kills): each once; ${twice} mails repeated under the same Message-ID`,
    'measured',
  );
});
