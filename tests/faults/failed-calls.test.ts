/**
 * Fails every call that an endpoint makes to the database or the storage, one after the other, the way SQLite is
 * tested: each failure leaves the old state or the new one, and a retry completes it once (FLT23).
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { sweepFiles } from '#server/features/files/files.service.ts';
import { fieldsOfBody } from '#tests/fixtures/payload-specs.ts';
import { endpointOf, injectOptions, type ValidRequest } from '#tests/fixtures/requests.ts';
import type { Body } from '#tests/fixtures/sample-bodies.ts';
import { conversation, create, createId, validRequest } from '#tests/fixtures/valid-requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { engines } from '#tests/harness/databases.ts';
import { type Fault, injectFaults, withFault } from '#tests/harness/failing-calls.ts';
import { isFull } from '#tests/harness/is-full.ts';
import { subscriptionOf } from '#tests/harness/messages.ts';

const faults: Fault[] = isFull
  ? ['broken', 'unavailable', 'lost', 'down']
  : ['unavailable', 'lost'];
/** A session, a record, mails, stock, a file, its deletion, a version, a chat message. */
const sample = [
  ...['login', 'updateUser', 'sendInquiry', 'placeOrder'],
  ...['uploadTraining', 'deleteTraining', 'submitVersion', 'sendAttachment'],
];
const names = isFull ? endpoints.map(({ name }) => name) : sample;
/** Within which every request is answered; far above what any needs. */
const hangMs = 120_000;

/** Rows as JSON by table; the keys of stored files under `files`. */
type State = Record<string, string[]>;
/** Numbers of removed and added rows, by table; a changed row counts as both. */
type Change = Record<string, [removed: number, added: number]>;

interface Answer {
  status: number;
  body: string;
}

/**
 * Whether the failure of a call is only logged: pushes, the bytes of deleted files, which are swept, a session's last
 * use, and the pool's check of a connection that it then replaces.
 */
const isBestEffort = (call: string) =>
  call === 'storage.remove' ||
  call === 'select 1' ||
  /push_subscriptions|"p"\."endpoint"|set "last_seen_at"/.test(call);
/** A challenge works once, even when the sign-in or the registration fails. */
const usesChallenge = /^(createPasskey|signInWithPasskey)$/;
/** Lists that note whom a document was delivered to, once they are read; the next reading does it again. */
const notesDelivery = /^list(Training|Settlements|Reports)$/;

/** Requests that would change nothing as they are. */
const preparations: Record<string, (t: TestApp) => Promise<Body | undefined>> = {
  markRead: async (t) => {
    const { userId } = await conversation(t, 'admin');
    return { senderId: userId, upTo: undefined };
  },
  unsubscribePush: async (t) => {
    const subscription = subscriptionOf();
    await create(t, 'subscribePush', subscription);
    return { endpoint: subscription.endpoint };
  },
  listTraining: async (t) => void (await createId(t, 'uploadTraining')),
  listSettlements: async (t) => void (await createId(t, 'uploadSettlements')),
  listReports: async (t) => void (await createId(t, 'uploadReports')),
};

const keysOf = ({ objects = [] }: State) =>
  new Set(objects.map((row) => (JSON.parse(row) as { key: string }).key));
const withoutBytes = (state: State) => keysOf(state).difference(new Set(state.files));

/** A change of one text, for updates whose sample equals what is stored. */
function changedText(name: string): Body {
  if (endpointOf(name).method !== 'PUT') return {};
  const texts = Object.entries(fieldsOfBody(name)).filter(([, { kind }]) =>
    ['line', 'text'].includes(kind),
  );
  const [field] = texts[0] ?? [];
  return field ? { [field]: `Changed ${randomUUID().slice(0, 8)}` } : {};
}

const suites = engines
  .filter((engine) => isFull || engine === 'sqlite')
  .flatMap((engine) => faults.map((fault) => ({ engine, fault })));

describe.for(suites)('each call on $engine, $fault', ({ engine, fault }) => {
  const t = {} as TestApp;
  let undo = () => {};
  let tables: string[] = [];

  beforeAll(async () => {
    Object.assign(t, await startApp(engine));
    // Their calls would be counted.
    await t.ctx.tasks.stop();
    undo = injectFaults(t.ctx);
    const all = await t.ctx.db.introspection.getTables();
    // The search index has rows of its own; `message_words` is its content.
    // Challenges of passkeys are used up by a failed attempt, too.
    tables = all
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('message_words_') && name !== 'passkey_challenges');
  });
  afterAll(async () => {
    undo();
    await t.close?.();
  });

  async function readState(): Promise<State> {
    const lists = tables.map(async (table): Promise<[string, string[]]> => {
      const { rows } = await sql<Body>`select * from ${sql.table(table)}`.execute(t.ctx.db);
      // When a session was last used is noted beside the requests.
      return [table, rows.map(({ last_seen_at: _, ...row }) => JSON.stringify(row))];
    });
    const read = Object.fromEntries(await Promise.all(lists));
    const files = await Array.fromAsync(t.ctx.storage.list(), ({ key }) => key);
    return { ...read, files };
  }

  function changeBetween(before: State, after: State): Change {
    const changes = Object.keys(after).map((table): [string, [number, number]] => {
      const [old, fresh] = [new Set(before[table]), new Set(after[table])];
      return [table, [old.difference(fresh).size, fresh.difference(old).size]];
    });
    return Object.fromEntries(changes.filter(([, [removed, added]]) => removed + added > 0));
  }

  /** A request with a key, and the state before it. */
  async function prepare(name: string) {
    const given = await preparations[name]?.(t);
    const request = await validRequest(t, name, { ...changedText(name), ...given });
    // Ends only this session.
    if (name === 'logout') request.by = await t.person(`user-${randomUUID()}`, 'employee');
    return { request, key: randomUUID(), before: await readState() };
  }

  async function send(
    { request, key }: { request: ValidRequest; key: string },
    nth = 0,
    fault: Fault = 'broken',
  ) {
    await t.ctx.responseCache.invalidate();
    const options = injectOptions(request);
    const headers = { ...options.headers, 'idempotency-key': key };
    const { promise: hung, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('the request hangs')), hangMs);
    const answered = withFault(
      { nth, fault },
      async () => await t.app.inject({ ...options, headers }),
    );
    const sent = await Promise.race([answered, hung]).finally(() => clearTimeout(timer));
    // Pushes begin after the answer, and the pool notices a cut connection a moment later.
    await pause(engine === 'postgres' && sent.failed ? 5 : 0);
    return { ...sent, status: sent.result.statusCode, body: sent.result.body };
  }

  async function expectWhole(before: State, state: State, about: string): Promise<void> {
    if (engine === 'sqlite') {
      const broken = await sql`pragma foreign_key_check`.execute(t.ctx.db);
      expect(broken.rows, about).toEqual([]);
    }
    // The products of the fixtures have no bytes.
    expect(withoutBytes(state).difference(withoutBytes(before)), about).toEqual(new Set());
    expect(readdirSync(join(t.ctx.config.dataDir, 'tmp')), about).toEqual([]);
  }

  const withoutFiles = ({ files: _, ...rest }: Change): Change => rest;

  /** Fails each call of an endpoint in turn; returns how many failed. */
  async function sweep(name: string): Promise<number> {
    // The first request of a kind may change more, as when it marks older notifications as read.
    await send(await prepare(name));
    const first = await prepare(name);
    const clean = await send(first);
    const change = changeBetween(first.before, await readState());
    const success = clean.status;

    let failures = 0;
    let attempt = await prepare(name);
    for (let nth = 1; nth <= clean.calls.length; nth += 1) {
      const failed = await send(attempt, nth, fault);
      const after = await readState();
      const changed = changeBetween(attempt.before, after);
      // The first request may have had calls that the next ones don't need.
      if (!failed.failed) {
        expect(failed.status, name).toBe(success);
        expectChange(name, changed, change, name);
        return failures;
      }
      failures += 1;
      const call = failed.calls[nth - 1] ?? '';
      const about = `${name}, ${fault} call ${nth}: ${call} → ${failed.status}`;
      await expectWhole(attempt.before, after, about);
      if (failed.status === success) {
        expect(isBestEffort(call) || notesDelivery.test(name), about).toBe(true);
        expectChange(name, withoutFiles(changed), withoutFiles(change), about);
        attempt = await prepare(name);
        continue;
      }
      expectFailure(failed, about);
      if (Object.keys(withoutFiles(changed)).length === 0) {
        // The old state, and perhaps bytes without a row. The same request goes on to the next call.
        expect(changed.files?.[0] ?? 0, about).toBe(0);
        if (usesChallenge.test(name)) attempt = await prepare(name);
        else attempt.before = after;
        continue;
      }
      expect([fault, /^(commit|insert|update|delete)\b/.test(call)], about).toEqual(['lost', true]);
      expect(withoutFiles(changed), about).toEqual(withoutFiles(change));
      const repeated = await send(attempt);
      expectOnce(name, success, repeated, changeBetween(after, await readState()));
      attempt = await prepare(name);
    }
    const last = await send(attempt);
    expect(last.status, `${name} after its failures: ${last.body}`).toBe(success);
    const done = changeBetween(attempt.before, await readState());
    expectChange(name, done, change, name);
    return failures;
  }

  // In this order: the last test looks at what the others left.
  describe('in turn', { shuffle: false }, () => {
    let failures = 0;
    test.each(names)('%s (FLT23)', async (name) => {
      failures += await sweep(name);
    });

    test('leaves only files that the sweep deletes (FLT23)', async ({ annotate }) => {
      const failed = `${failures} failed calls of ${names.length} endpoints on ${engine}, ${fault}`;
      await annotate(`${failed}: the old state or the new one each time`, 'measured');
      await sweepFiles(t.ctx, { olderThanMs: -60_000 });
      const state = await readState();
      expect(new Set(state.files).difference(keysOf(state))).toEqual(new Set());
    });
  });
});

/** Expects the change of a request that succeeded. */
function expectChange(name: string, changed: Change, change: Change, about: string): void {
  if (!notesDelivery.test(name)) expect(changed, about).toEqual(change);
  else {
    const noted = ['audit', 'document_receipts'];
    expect(noted, about).toEqual(expect.arrayContaining(Object.keys(changed)));
  }
}

/** Tables with an entry per call. */
const logs = [
  ...['audit', 'sessions', 'outbox', 'notifications', 'notification_recipients'],
  'public_changes',
];

/** A repeated request whose first answer was lost changes nothing, or finds that it is done, or does it over. */
function expectOnce(name: string, success: number, repeated: Answer, change: Change): void {
  const about = `${name} again: ${repeated.status} ${repeated.body}`;
  if (endpointOf(name).idempotent) {
    expect([repeated.status, change], about).toEqual([success, {}]);
    return;
  }
  // The record is deleted, the session ended, the link or the challenge used.
  const done = usesChallenge.test(name) ? [400, 401] : [401, 404, 409];
  expect([success, ...done], about).toContain(repeated.status);
  if (repeated.status !== success) expect(change, about).toEqual({});
  const records = Object.entries(change).filter(([table]) => !logs.includes(table));
  for (const [table, [removed, added]] of records)
    expect(added, `${about}, ${table}`).toBe(removed);
}

/** An error reply without internals. */
function expectFailure({ status, body }: Answer, about: string): void {
  expect([500, 503], about).toContain(status);
  const { error, code, request_id } = JSON.parse(body);
  expect([error, code, request_id], about).toEqual([
    expect.stringMatching(/^\p{Lu}.+\.$/u),
    expect.stringMatching(/^(internal_error|unavailable)$/),
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  expect(body, about).not.toMatch(/disk I\/O|SQL|ENOSPC|EIO|terminated|timeout/i);
}
