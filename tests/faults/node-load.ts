/** What visitors, the office and drivers do on several nodes, and that all of it is there once. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { ChatClient, createUser } from '../harness/chat-client.ts';
import { isFull } from '../harness/is-full.ts';
import { multipartOf, pdfOf, sha256, textParts } from '../harness/multipart.ts';
import { until } from '../harness/until.ts';
import type { NodeCluster } from './node-cluster.ts';

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: string | Buffer | undefined;
}

/** One request on a connection of its own, as proxies without kept connections send it. */
function send(
  url: string,
  { method, path, headers = {}, body }: Call,
): Promise<{ status: number; text: string }> {
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

const json = (token: string | null, body: object) => ({
  headers: {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});

/** What the office and visitors do, so many times a second, until `stop`. */
export function startWork(
  { url, admin }: Pick<NodeCluster, 'url' | 'admin'>,
  perSecond: number,
  { retries = 0 } = {},
) {
  const failures: string[] = [];
  const answered = {
    jobs: [] as string[],
    inquiries: [] as string[],
    resumes: [] as string[],
    reads: 0,
  };
  const open = new Set<Promise<unknown>>();
  const resume = pdfOf('A resume', 50_000);
  let sent = 0;
  const times: { at: number; took: number }[] = [];
  let isOver = false;

  async function attempt(call: Call, expected: number): Promise<boolean> {
    for (let left = retries; ; ) {
      const from = performance.now();
      const outcome = await send(url, call).catch((error: Error) => ({
        status: 0,
        text: error.message,
      }));
      times.push({ at: from, took: performance.now() - from });
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
      const email = `${randomUUID()}@example.com`;
      const { payload, headers } = multipartOf([
        ...textParts(sampleBody('sendApplication', { email })),
        { name: 'resume', value: resume, filename: 'resume.pdf' },
      ]);
      const call = { headers: { ...headers, 'idempotency-key': randomUUID() }, body: payload };
      const isDone = await attempt({ method: 'POST', path: '/api/application', ...call }, 201);
      if (isDone) answered.resumes.push(email);
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
  const stop = async () => {
    isOver = true;
    clearInterval(timer);
    await Promise.all(open);
  };
  onTestFinished(stop);
  return {
    failures,
    answered,
    resumeHash: sha256(resume),
    /** When each call was sent, and how long it took, in milliseconds. */
    times,
    /** The slowest answer so far, in milliseconds. */
    slowest: () => Math.max(0, ...times.map(({ took }) => took)),
    stop,
  };
}

type Work = ReturnType<typeof startWork>;

/** Three drivers and the office, who write to each other all the time, in full runs as quickly as it is stored. */
export async function startChat({ url, admin }: NodeCluster) {
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
  const timer = setInterval(
    () => {
      for (const client of people) {
        if (client.unsent === 0) client.write(admin.userId, `Driver ${client.written.length}`);
      }
      if (office.unsent === 0)
        for (const id of ids) office.write(id, `Office ${office.written.length}`);
    },
    isFull ? 100 : 500,
  );
  onTestFinished(() => clearInterval(timer));
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
            90_000,
            () => reader.with(other).length === own.length + received.length,
          );
          const texts = reader.with(other).map(({ content }) => content);
          expect(texts.filter((text) => text.startsWith('Driver'))).toEqual(own);
          expect(texts.filter((text) => text.startsWith('Office'))).toEqual(received);
          const times = reader.with(other).map(({ timestamp }) => timestamp);
          expectOrder(times);
        }
      }
      for (const { wrong } of all) expect(wrong).toEqual([]);
      return all.reduce((sum, { written }) => sum + written.length, 0);
    },
  };
}

/** Within what the clocks of nodes differ by on a busy machine. */
export function expectOrder(instants: readonly string[]): void {
  const times = instants.map((instant) => Date.parse(instant));
  const early = times.filter((time, n) => time < Math.max(...times.slice(0, n)) - 500);
  expect(early.map((time) => new Date(time).toISOString())).toEqual([]);
}

const unique = (values: readonly unknown[]) => [...new Set(values)];

/** The line of the log about a failed request. */
function reasonOf(failure: string, log: string): string {
  const [, id] = /"request_id":"([^"]+)"/.exec(failure) ?? [];
  return id ? `\n${log.split('\n').find((line) => line.includes(id))}` : '';
}

/** Nothing failed; everything that was answered is there once, and nothing twice. */
export async function expectOnce({ rowsOf, logs }: NodeCluster, work: Work): Promise<void> {
  const failures = work.failures.map((failure) => failure + reasonOf(failure, logs()));
  expect(failures.join('\n')).toBe('');
  const { jobs, inquiries, resumes } = work.answered;
  for (const [query, answered] of [
    ["select position as name from jobs where position like 'Driver %'", jobs],
    ["select company_name as name from inquiries where company_name like 'Dealer %'", inquiries],
    ['select email as name from applications', resumes],
  ] as const) {
    const names = (await rowsOf(query)).map((row) => row.name);
    expect(names.toSorted()).toEqual(unique(names).toSorted());
    expect(names).toEqual(expect.arrayContaining(answered));
  }
  const files = await rowsOf(
    "select sha256 from objects where key like 'resumes/%' and original_name = 'resume.pdf'",
  );
  expect(files.length).toBeGreaterThanOrEqual(resumes.length);
  for (const { sha256: hash } of files) expect(hash).toBe(work.resumeHash);
}
