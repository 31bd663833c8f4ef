/** A creation that is sent twice at once, and again after its response was lost, is stored once (SEC30). */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { injectOptions, type ValidRequest } from './fixtures/requests.ts';
import { stateSnapshot } from './fixtures/state-snapshot.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { onBothDatabases, postgresOnly } from './harness/databases.ts';

interface Reply {
  status: number;
  body: string;
}

/** Its challenge can be answered once, and the reply has codes that are stored nowhere. */
const once = 'createPasskey';
/** Calls that create or send something, and so take an Idempotency-Key or a client id. */
const creations = endpoints
  .filter(({ method, status }) => method === 'POST' && status === 201)
  .map(({ name }) => name)
  .filter((name) => name !== once)
  .concat('sendEmail', 'remindMissing');

/** Calls that change or delete, which need no key. SQLite runs them one after the other anyway. */
const changes = endpoints
  .filter(({ method }) => method === 'PUT' || method === 'DELETE')
  .map(({ name }) => name);

onBothDatabases('repeated writes', (engine) => {
  const t = suiteApp(engine);
  let url = '';
  beforeAll(async () => {
    url = await t.app.listen({ host: '127.0.0.1', port: 0 });
  });

  /** Sends it over the network; `killed` disconnects when the response begins, without reading it. */
  function sendTo(request: ValidRequest, key: string, killed = false): Promise<Reply | null> {
    const { method, headers, payload } = injectOptions(request);
    const isForm = Buffer.isBuffer(payload);
    const body = isForm ? payload : Buffer.from(JSON.stringify(payload ?? {}));
    return new Promise((resolve, reject) => {
      const sent = httpRequest(new URL(request.url, url), {
        method: String(method),
        agent: false,
        headers: {
          ...(isForm ? {} : { 'content-type': 'application/json' }),
          ...(headers as Record<string, string>),
          'content-length': body.length,
          'idempotency-key': key,
        },
      });
      sent.once('response', (response) => {
        if (killed) {
          response.destroy();
          resolve(null);
          return;
        }
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }

  type Snapshot = { rows: Record<string, number>; files: string[] };
  const snapshot = async () => (await stateSnapshot(t)) as Snapshot;

  /** What the work adds to each table, and the number of files. */
  async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await snapshot();
    await work();
    const after = await snapshot();
    const entries = Object.entries(after.rows).map(([name, rows]) => [
      name,
      rows - (before.rows[name] ?? 0),
    ]);
    const files = after.files.length - before.files.length;
    return Object.fromEntries([...entries, ['files', files]].filter(([, count]) => count !== 0));
  }

  test.each(creations)('%s is stored once and answered alike (SEC30)', async (name) => {
    const single = await validRequest(t, name);
    let alone: Reply | null = null;
    const expected = await added(async () => {
      alone = await sendTo(single, randomUUID());
    });
    const request = await validRequest(t, name);
    const key = randomUUID();
    const replies: (Reply | null)[] = [];
    const repeated = await added(async () => {
      replies.push(...(await Promise.all([sendTo(request, key), sendTo(request, key, true)])));
      replies.push(await sendTo(request, key), await sendTo(request, key.toUpperCase()));
    });
    expect(alone).toMatchObject({ status: replies[0]?.status });
    const [first, killed, ...retries] = replies;
    expect(killed).toBeNull();
    expect(first?.status, first?.body).toBeLessThan(300);
    expect(retries).toEqual([first, first]);
    expect(repeated).toEqual(expected);
  });

  postgresOnly.test.each(changes)(
    '%s, sent twice at once and again, changes the rows of one call (SEC30)',
    async (name) => {
      // A password is set anew each time, and its owner is told.
      const given = name === 'updateUser' ? { password: undefined } : {};
      const single = await validRequest(t, name, given);
      const expected = await added(() => sendTo(single, randomUUID()));
      const request = await validRequest(t, name, given);
      const replies: (Reply | null)[] = [];
      const repeated = await added(async () => {
        const keys = [randomUUID(), randomUUID()] as const;
        replies.push(...(await Promise.all(keys.map((key) => sendTo(request, key)))));
        replies.push(await sendTo(request, keys[0]));
      });
      const statuses = replies.map((reply) => reply?.status ?? 0);
      expect(Math.min(...statuses), JSON.stringify(replies)).toBeLessThan(300);
      // What is done already is said to be: the record is gone, or has another version.
      expect(statuses.filter((status) => status >= 400 && ![404, 409].includes(status))).toEqual(
        [],
      );
      expect(repeated).toEqual(expected);
    },
  );

  test(`${once} is stored once, and a repeat is refused (SEC30)`, async () => {
    const single = await validRequest(t, once);
    const expected = await added(() => sendTo(single, randomUUID()));
    const request = await validRequest(t, once);
    const key = randomUUID();
    const repeated = await added(async () => {
      await Promise.all([sendTo(request, key), sendTo(request, key, true)]);
      expect((await sendTo(request, key))?.status).toBe(400);
    });
    expect(repeated).toEqual(expected);
  });
});
