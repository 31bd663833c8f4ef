/** Three real nodes on one PostgreSQL and one bucket behind a proxy that passes connections on in turn; one has a wrong clock. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { ChatClient, type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { type FreshPostgres, freshPostgres } from '../harness/databases.ts';
import { multipartOf, pdfOf, textParts } from '../harness/multipart.ts';
import { type Bucket, startBucket } from '../harness/s3.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { type SmtpDouble, startSmtp } from '../harness/smtp.ts';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts';
import { until } from '../harness/until.ts';

const hour = 3_600_000;
const aheadMs = 10 * hour;

let database: FreshPostgres;
let bucket: Bucket;
let smtp: SmtpDouble;
/** Between the last node and the database. */
let line: TcpProxy;
let nodes: RunningServer[];
let proxy: TcpProxy;
let url: string;
let admin: Colleague;

const portOf = (address: string) => Number(new URL(address).port);
const passToAll = () => {
  proxy.targets = nodes.map((node) => portOf(node.url));
};

function startNode(index: number): Promise<RunningServer> {
  const through = new URL(database.url);
  if (index === 2) through.port = String(line.port);
  const env = {
    DATABASE_URL: through.href,
    TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
    STORAGE_URL: bucket.url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    SMTP_URL: smtp.url,
  };
  const isWrong = index === 1;
  return startServer({
    env: isWrong ? { ...env, CLOCK_AHEAD_MS: String(aheadMs) } : env,
    preload: isWrong ? ['./tests/harness/wrong-clock.ts'] : [],
    cheapPasswords: true,
  });
}

beforeAll(async () => {
  [database, bucket, smtp] = await Promise.all([freshPostgres(), startBucket(), startSmtp()]);
  line = await startTcpProxy([portOf(inject('postgresUrl'))]);
  nodes = [await startNode(0)];
  nodes.push(...(await Promise.all([startNode(1), startNode(2)])));
  proxy = await startTcpProxy([]);
  passToAll();
  // The next connection goes to the next node, as with nginx.
  const turn = setInterval(() => proxy.targets.push(...proxy.targets.splice(0, 1)), 2);
  onClose.push(() => clearInterval(turn));
  url = `http://127.0.0.1:${proxy.port}`;
  admin = await signInAdmin(nodes[0]?.url ?? '');
}, 120_000);
const onClose: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of onClose) await close();
  for (const node of nodes ?? []) await node.kill();
  await Promise.all([proxy?.close(), line?.close(), bucket?.close(), smtp?.die()]);
  await database?.drop();
});

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: string | Buffer | undefined;
}

/** One request on a connection of its own, as proxies without kept connections send it. */
function send({
  method,
  path,
  headers = {},
  body,
}: Call): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent: false, headers, timeout: 20_000 }, (got) => {
      let text = '';
      got.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      got.on('error', reject).on('end', () => resolve({ status: got.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in 20 s')));
    sent.on('error', reject).end(body);
  });
}

const json = (token: string | null, body: object, key: string = randomUUID()) => ({
  headers: {
    'content-type': 'application/json',
    'idempotency-key': key,
    ...(token && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});

/** What the office and visitors do, so many times a second, until `stop`. */
function startWork(perSecond: number, { retries = 0 } = {}) {
  const failures: string[] = [];
  const answered = { jobs: [] as string[], inquiries: [] as string[], resumes: 0, reads: 0 };
  const open = new Set<Promise<unknown>>();
  const resume = pdfOf('A resume', 50_000);
  let sent = 0;
  let isOver = false;

  async function attempt(call: Call, expected: number): Promise<boolean> {
    for (let left = retries; ; ) {
      const outcome = await send(call).catch((error: Error) => ({
        status: 0,
        text: error.message,
      }));
      if (outcome.status === expected) return true;
      // A node that this machine leaves too little time asks for patience.
      if (outcome.status !== 503 || !outcome.text.includes('"busy"')) left -= 1;
      if (left < 0) {
        failures.push(
          `${call.method} ${call.path}: ${outcome.status} ${outcome.text.slice(0, 300)}`,
        );
        return false;
      }
      await pause(100);
    }
  }

  const bearer = () => ({ authorization: `Bearer ${admin.token}` });
  const kinds: ((n: number) => Promise<unknown>)[] = [
    async () => {
      const position = `Driver ${randomUUID()}`;
      const call = json(admin.token, { ...sampleBody('createJob'), position });
      const isDone = await attempt({ method: 'POST', path: '/api/careers', ...call }, 201);
      if (isDone) answered.jobs.push(position);
    },
    async () => {
      const company = `Dealer ${randomUUID()}`;
      const call = json(null, { ...sampleBody('sendInquiry'), company_name: company });
      const isDone = await attempt({ method: 'POST', path: '/api/inquiry', ...call }, 201);
      if (isDone) answered.inquiries.push(company);
    },
    async () => {
      const { payload, headers } = multipartOf([
        ...textParts(sampleBody('sendApplication')),
        { name: 'resume', value: resume, filename: 'resume.pdf' },
      ]);
      const call = { headers: { ...headers, 'idempotency-key': randomUUID() }, body: payload };
      const isDone = await attempt({ method: 'POST', path: '/api/application', ...call }, 201);
      if (isDone) answered.resumes += 1;
    },
    async (n) => {
      const path = ['/careers', '/api/damages', '/api/messages/conversations'][n % 3] ?? '/';
      if (await attempt({ method: 'GET', path, headers: bearer() }, 200)) answered.reads += 1;
    },
  ];
  const one = (n: number) => kinds[n % kinds.length]?.(n) ?? Promise.resolve();

  const begin = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - begin) / 1000) * perSecond;
    for (; !isOver && sent < due && open.size < 50; sent += 1) {
      const work = one(sent);
      open.add(work);
      void work.finally(() => open.delete(work));
    }
  }, 5);
  return {
    failures,
    answered,
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Three drivers and the office, who write to each other all the time, as quickly as it is stored. */
async function startChat() {
  const drivers = await Promise.all(
    Array.from({ length: 3 }, () => createUser(url, admin, `driver-${randomUUID()}`)),
  );
  const ids = drivers.map(({ userId }) => userId);
  const office = new ChatClient(url, admin, ids);
  const people = drivers.map((driver) => new ChatClient(url, driver, [admin.userId]));
  const all = [office, ...people];
  onTestFinished(() => {
    for (const client of all) client.close();
  });
  await until('connected', 30_000, () => all.every(({ socket }) => socket.connected));
  const timer = setInterval(() => {
    for (const client of people) {
      if (client.unsent === 0) client.write(admin.userId, `Driver ${client.written.length}`);
    }
    if (office.unsent === 0)
      for (const id of ids) office.write(id, `Office ${office.written.length}`);
  }, 100);
  return {
    /** Every message has come to both, once and in order; returns their number. */
    async stop(): Promise<number> {
      clearInterval(timer);
      await until('all is sent', 60_000, () => all.every(({ unsent }) => unsent === 0));
      for (const client of people) {
        const { userId } = client.person;
        const own = client.written.map((_, n) => `Driver ${n}`);
        const received = office.written.flatMap(({ receiverId }, n) =>
          receiverId === userId ? [`Office ${n}`] : [],
        );
        for (const [reader, other] of [
          [client, admin.userId],
          [office, userId],
        ] as const) {
          await until(
            'all has come',
            30_000,
            () => reader.with(other).length === own.length + received.length,
          );
          const texts = reader.with(other).map(({ content }) => content);
          expect(texts.filter((text) => text.startsWith('Driver'))).toEqual(own);
          expect(texts.filter((text) => text.startsWith('Office'))).toEqual(received);
        }
      }
      for (const { wrong } of all) expect(wrong).toEqual([]);
      return all.reduce((sum, { written }) => sum + written.length, 0);
    },
  };
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Everything that was answered is there once, and nothing twice; each mail arrived once. */
async function expectOnce({ jobs, inquiries }: { jobs: string[]; inquiries: string[] }) {
  const positions = (await rowsOf('select position from jobs')).map((row) => row.position);
  expect(positions.toSorted()).toEqual([...new Set(positions)].toSorted());
  expect(positions).toEqual(expect.arrayContaining(jobs));
  const names = (await rowsOf('select company_name from inquiries')).map((r) => r.company_name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names).toEqual(expect.arrayContaining(inquiries));
}

/** Each mail to the office arrived once. */
async function expectMails() {
  await until('every mail is sent', 60_000, async () => {
    const [row] = await rowsOf('select count(*)::int as waiting from outbox where sent_at is null');
    return row?.waiting === 0;
  });
  const [row] = await rowsOf('select count(*)::int as inquiries from inquiries');
  const toOffice = smtp.received.filter(({ to }) => to.includes('office@example.com'));
  expect(toOffice).toHaveLength(Number(row?.inquiries));
  expect(new Set(smtp.messageIds()).size).toBe(smtp.received.length);
}

test('a node whose clock is ten hours ahead ends no session and grants none beyond its end', async () => {
  const wrong = nodes[1];
  expect(wrong?.output()).toContain('the clock of this machine is wrong');
  const call = (address: string | undefined, { token }: Colleague) =>
    fetch(`${address}/api/damages`, { headers: { authorization: `Bearer ${token}` } });
  const there = await signInAdmin(wrong?.url ?? '');
  for (const person of [admin, there]) {
    const statuses = await Promise.all(
      nodes.map(async (node) => (await call(node.url, person)).status),
    );
    expect(statuses).toEqual([200, 200, 200]);
    const { exp } = JSON.parse(
      Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(Math.abs(exp * 1000 - Date.now() - 8 * hour)).toBeLessThan(60_000);
  }
});

test('a rolling restart under load fails no request and loses no message', async () => {
  const work = startWork(30);
  const chat = await startChat();
  for (const index of nodes.keys()) {
    const before = nodes[index];
    // As a proxy does that is told first: a connection that waits to be accepted would be lost.
    proxy.targets = proxy.targets.filter((port) => port !== portOf(before?.url ?? ''));
    await pause(200);
    expect(await before?.stop()).toBe(0);
    nodes[index] = await startNode(index);
    passToAll();
    await pause(500);
  }
  expect(await chat.stop()).toBeGreaterThan(50);
  await work.stop();
  expect(work.failures.join('\n')).toBe('');
  const { jobs, inquiries, resumes, reads } = work.answered;
  expect(Math.min(jobs.length, inquiries.length, resumes, reads)).toBeGreaterThan(5);
  await expectOnce(work.answered);
  await expectMails();
  // Every file is in the bucket, whichever node stored it.
  const keys = await rowsOf("select key from objects where key like 'resumes/%'");
  expect(keys.length).toBeGreaterThanOrEqual(resumes);
});

test('when one is killed, calls that are repeated on another are done once', async () => {
  const work = startWork(30, { retries: 50 });
  const chat = await startChat();
  await pause(1_000);
  await nodes[0]?.kill();
  await pause(1_500);
  nodes[0] = await startNode(0);
  passToAll();
  await pause(500);
  await chat.stop();
  await work.stop();
  expect(work.failures.join('\n')).toBe('');
  await expectOnce(work.answered);
});

test('one that is cut off from the database says so, the others go on, and it returns', async () => {
  const cut = nodes[2];
  const others = proxy.targets.filter((port) => port !== portOf(cut?.url ?? ''));
  const ready = async () => (await fetch(`${cut?.url}/readyz`)).status;
  line.targets = [];
  line.isStalled = true;
  await until('it is not ready', 15_000, async () => (await ready()) === 503);
  // As a proxy does that asks for /readyz.
  proxy.targets = others;
  const work = startWork(30);
  await pause(2_000);
  await work.stop();
  expect(work.failures.join('\n')).toBe('');
  line.isStalled = false;
  line.cut();
  line.targets = [portOf(inject('postgresUrl'))];
  await until('it is ready', 15_000, async () => (await ready()) === 200);
  passToAll();
  const again = startWork(30);
  await pause(1_000);
  await again.stop();
  expect(again.failures.join('\n')).toBe('');
  await expectOnce(again.answered);
  expect(cut?.output()).not.toMatch(/unhandled|"level":60/);
});
