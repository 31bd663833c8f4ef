/** Valid calls of every endpoint: what they return, what they store, and how they read. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { endpoints } from '#contract/wire/endpoints.ts';
import { documentedReplies } from './fixtures/documented-replies.ts';
import { extraFields, plantedBy } from './fixtures/extra-fields.ts';
import { listRecords } from './fixtures/list-records.ts';
import { type Operation, operationsOf } from './fixtures/operations.ts';
import { fieldsOfBody } from './fixtures/payload-specs.ts';
import { expectReplyShape } from './fixtures/reply-shapes.ts';
import { injectOptions, type ValidRequest } from './fixtures/requests.ts';
import { oddTexts, storedAs, textLists, writtenRow } from './fixtures/returned-texts.ts';
import { type Body, fill } from './fixtures/sample-bodies.ts';
import { stateSnapshot, tableContents, tablesWith } from './fixtures/state-snapshot.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { wholeReadsOf } from './fixtures/whole-reads.ts';
import { suiteApp, type TestPerson } from './harness/app.ts';
import { onBothDatabases, sqliteOnly, sqliteUnlessFull } from './harness/databases.ts';
import { recordEgress } from './harness/egress-recorder.ts';
import { isFull } from './harness/is-full.ts';

const reads = endpoints.filter(({ method }) => method === 'GET');
const changes = endpoints.filter(({ method }) => method === 'PUT' || method === 'DELETE');
/** Its challenge can be answered once, and the reply has codes that are stored nowhere. */
const once = 'createPasskey';
const creations = endpoints.filter(
  ({ name, method, status, idempotent }) =>
    (idempotent || (method === 'POST' && status === 201)) && name !== once,
);
const ofEachKind = ['createDamage', 'uploadTraining', 'sendApplication', 'askSettlementQuestion'];
const withBody = endpoints.filter(({ body }) => body);
/** Changes for which every field may be missing; without a time a duty lasts until the office closes. */
const empty = changes.filter(({ name, body }) => {
  const fields = body ? Object.values(fieldsOfBody(name)) : [];
  return fields.length > 0 && fields.every(({ absent }) => absent.missing) && name !== 'updateDuty';
});
// Erasing a person looks everywhere, rarely; the totals add up every claim.
const readsWhole = ['eraseApplicant', 'getClaimTotals'];
/** They grow with the number of people and of their notifications, which other calls change. */
const ofRecipients = ['notification_recipients', 'outbox'];
/** Fields that a repeat would change again: its owner is told of each new password. */
const left: Record<string, Body> = { updateUser: { password: undefined } };

type Counts = Record<string, number>;

/** A visitor whose session ended may still make public calls. */
const visitor = { headers: { authorization: 'Bearer not.a.token' } } as TestPerson;

onBothDatabases('a valid call of every endpoint', (engine) => {
  let egress: ReturnType<typeof recordEgress>;
  beforeAll(() => {
    egress = recordEgress();
  });
  afterAll(() => egress.stop());
  const t = suiteApp(engine);
  let expectDocumented: ReturnType<typeof documentedReplies>;
  let operations: Map<string, Operation>;
  beforeAll(async () => {
    // Whom the first admin's calls notify.
    await t.person('another admin', 'admin');
    const document = (await t.app.inject('/api/openapi.json')).json();
    expectDocumented = documentedReplies(document);
    operations = new Map(operationsOf(document).map((entry) => [entry.operationId, entry]));
  });

  /** What the work adds to each table, to its versions and to the files. */
  async function added(work: () => Promise<unknown>): Promise<Counts> {
    const counts = async (): Promise<Counts> => {
      const { rows, files } = (await stateSnapshot(t)) as { rows: Counts; files: string[] };
      return { ...rows, files: files.length };
    };
    const before = await counts();
    await work();
    const after = Object.entries(await counts());
    const differences = after
      .filter(([name]) => !ofRecipients.includes(name))
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
    return Object.fromEntries(differences.filter(([, count]) => count !== 0));
  }

  const send = (request: ValidRequest, key?: string) => {
    const options = injectOptions(request);
    const keyed = key === undefined ? {} : { 'idempotency-key': key };
    return t.app.inject({ ...options, headers: { ...options.headers, ...keyed } });
  };

  const textsOf = (name: string) => (name in textLists ? oddTexts(name) : {});

  interface First {
    request: ValidRequest;
    response: LightMyRequestResponse;
    added: Counts;
    wholeReads: string[];
    /** By table, the rows that were there before and changed or went. */
    touched: Counts;
  }
  const first = new Map<string, Promise<First>>();

  /** The endpoint's first call, with its required and optional fields, beside records of others. */
  function firstOf(endpoint: Endpoint): Promise<First> {
    const known = first.get(endpoint.name) ?? callFirst(endpoint);
    first.set(endpoint.name, known);
    return known;
  }

  async function callFirst({ name, access, method, paged }: Endpoint): Promise<First> {
    await listRecords[name]?.(t);
    const isChange = method === 'PUT' || method === 'DELETE';
    const isCompared = isChange && engine === 'sqlite';
    if (isCompared) await validRequest(t, name);
    const valid = await validRequest(t, name, left[name]);
    if (isCompared) await validRequest(t, name);
    const request = {
      ...valid,
      // Records are made of the sample's texts, which would change nothing.
      ...(isChange && valid.body && { body: fill(name, valid.body, textsOf(name)) }),
      ...(access === 'public' && { by: visitor }),
      ...(paged && { query: { ...valid.query, limit: '20' } }),
    };
    const before = isCompared ? await tableContents(t) : {};
    let result: [LightMyRequestResponse, string[]] | undefined;
    const counts = await added(async () => {
      result = await wholeReadsOf(() => send(request, randomUUID()));
    });
    const after = isCompared ? await tableContents(t) : {};
    const touched = Object.entries(before).map(([table, rows]) => {
      const remaining = new Set(after[table]);
      return [table, rows.filter((row) => !remaining.has(row)).length] as const;
    });
    const [response, wholeReads] = result as NonNullable<typeof result>;
    return { request, response, wholeReads, added: counts, touched: Object.fromEntries(touched) };
  }

  sqliteUnlessFull.test.each(endpoints)(
    '$name returns what the contract and its documentation promise and no other key',
    async (endpoint) => {
      const { response } = await firstOf(endpoint);
      expect(response.statusCode, response.body).toBe(endpoint.status);
      // The document derives from the contract, whatever the database.
      if (engine === 'sqlite') {
        expectDocumented(operations.get(endpoint.name) as Operation, response);
      }
      if (!endpoint.reply) return;
      const body = response.json();
      expectReplyShape(endpoint, body);
      if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
    },
  );

  sqliteOnly.test.each(endpoints.filter(({ name }) => !readsWhole.includes(name)))(
    '$name reads no large table whole',
    async (endpoint) => expect((await firstOf(endpoint)).wholeReads).toEqual([]),
  );

  sqliteOnly.test.each(reads)(
    '$name stores nothing but receipts and audit entries',
    async (endpoint) => {
      const { request, added: byGet } = await firstOf(endpoint);
      const byHead = await added(async () => {
        const { statusCode } = await t.app.inject({ ...injectOptions(request), method: 'HEAD' });
        expect(statusCode).toBeLessThan(300);
      });
      const stored = [...Object.keys(byGet), ...Object.keys(byHead)];
      const allowed = ['audit', 'document_receipts'];
      expect(stored.filter((table) => !allowed.includes(table))).toEqual([]);
    },
  );

  sqliteOnly.test.each(changes)('$name changes the record that it names only', async (endpoint) => {
    const { touched } = await firstOf(endpoint);
    // Three such records are there, each with at most two rows in one table.
    const many = Object.entries(touched).filter(([, count]) => count > 2);
    expect(many.filter(([table]) => !ofRecipients.includes(table))).toEqual([]);
  });

  sqliteOnly.test.each(empty)('$name changes nothing when no field is sent', async (endpoint) => {
    const { request } = await firstOf(endpoint);
    const counts = await added(async () => {
      const response = await send({ ...request, body: { extra: 1 } });
      expect(response.statusCode, response.body).toBe(200);
    });
    // The audit log may record the save.
    expect(Object.keys(counts).filter((table) => !/^audit/.test(table))).toEqual([]);
  });

  interface Repeated {
    typed: Record<string, string>;
    replies: LightMyRequestResponse[];
    added: Counts;
    /** The record as an admin reads it, of a text list. */
    row: Body | undefined;
  }
  const repeated = new Map<string, Promise<Repeated>>();

  /** Another call, with odd text and a field for every column: twice at once, and once more. */
  function repeatedOf(endpoint: Endpoint): Promise<Repeated> {
    const known = repeated.get(endpoint.name) ?? repeat(endpoint);
    repeated.set(endpoint.name, known);
    return known;
  }

  async function repeat(endpoint: Endpoint): Promise<Repeated> {
    const { name } = endpoint;
    const usual = await firstOf(endpoint);
    const valid = await validRequest(t, name, left[name]);
    const typed = textsOf(name);
    const request = endpoint.body ? { ...valid, body: await bodyOf(valid, typed, usual) } : valid;
    const key = creations.includes(endpoint) || name === once ? randomUUID() : undefined;
    const isRepeated = key !== undefined || changes.includes(endpoint);
    const replies: LightMyRequestResponse[] = [];
    const counts = await added(async () => {
      if (!isRepeated) return replies.push(await send(request));
      replies.push(...(await Promise.all([send(request, key), send(request, key)])));
      return replies.push(await send(request, key?.toUpperCase()));
    });
    const done = replies.find(({ statusCode }) => statusCode < 300);
    const isListed = name in textLists && done !== undefined;
    const row = isListed ? await writtenRow(t, name, request, done.json()) : undefined;
    return { typed, replies, added: counts, row };

    async function bodyOf({ isForm, body = {} }: ValidRequest, text: typeof typed, like: First) {
      // A multipart body may have at most 60 fields.
      const isIncluded = (table: string) => !isForm || table in like.added;
      const all = Object.entries(await extraFields(t, name, isIncluded));
      const extras = Object.fromEntries(isForm ? all.slice(0, 45) : all);
      const own = Object.entries(fill(name, body, text)).map(([field, value]) => {
        const { kind } = fieldsOfBody(name)[field] ?? {};
        const isRows = kind === 'rows' || kind === 'list';
        return [
          field,
          isRows ? (value as Body[] | undefined)?.map((row) => ({ ...extras, ...row })) : value,
        ];
      });
      return { ...extras, ...Object.fromEntries(own) };
    }
  }

  // One mechanism stores them once: on PostgreSQL a body, a form and a visitor's call show it, and full runs the rest.
  const onThisEngine =
    engine === 'sqlite' || isFull
      ? creations
      : creations.filter(({ name }) => ofEachKind.includes(name));
  test.each(onThisEngine)(
    '$name, sent twice at once and again, is stored once and answered alike (SEC30)',
    async (endpoint) => {
      const { replies, added: counts } = await repeatedOf(endpoint);
      const [reply] = replies.map(({ statusCode, body }) => [statusCode, body]);
      expect(reply?.[0], String(reply?.[1])).toBe(endpoint.status);
      expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
        reply,
        reply,
        reply,
      ]);
      expect(counts).toEqual((await firstOf(endpoint)).added);
    },
  );

  sqliteUnlessFull.test.each(changes)(
    '$name, sent twice at once and again, changes the rows of one call (SEC30)',
    async (endpoint) => {
      const { replies, added: counts } = await repeatedOf(endpoint);
      const statuses = replies.map(({ statusCode }) => statusCode);
      expect(Math.min(...statuses), replies[0]?.body).toBeLessThan(300);
      // What is done already is said to be: the record is gone, or has another version.
      const allowed = [200, 204, 404, 409];
      expect(statuses.filter((status) => !allowed.includes(status))).toEqual([]);
      expect(counts).toEqual((await firstOf(endpoint)).added);
    },
  );

  sqliteUnlessFull.test.each(endpoints.filter(({ name }) => name === once))(
    '$name is stored once, and a repeat is refused (SEC30)',
    async (endpoint) => {
      const { replies, added: counts } = await repeatedOf(endpoint);
      const statuses = replies.map(({ statusCode }) => statusCode);
      expect([Math.min(...statuses), statuses[2]]).toEqual([endpoint.status, 400]);
      expect(counts).toEqual((await firstOf(endpoint)).added);
    },
  );

  const planted: string[] = [];
  sqliteOnly.test.each(withBody)(
    '$name writes none of the columns that its contract does not name (SEC5)',
    async (endpoint) => {
      const { replies } = await repeatedOf(endpoint);
      const best = Math.min(...replies.map(({ statusCode }) => statusCode));
      expect(best, replies[0]?.body).toBe(endpoint.status);
      planted.push(...Object.values(plantedBy(endpoint.name)).map(String));
      // The last one looks for all of them at once.
      if (planted.length < 2 * withBody.length) return;
      expect(await tablesWith(t, planted)).toEqual([]);
    },
  );

  sqliteOnly.test.each(withBody)('$name connects to nothing (SEC24)', async (endpoint) => {
    // Its texts have the address of a trap.
    await repeatedOf(endpoint);
    expect([...egress.peers]).toEqual([]);
  });

  sqliteUnlessFull.test.each(withBody.filter(({ name }) => name in textLists))(
    '$name returns text as typed, whatever the script',
    async (endpoint) => {
      const { typed, row } = await repeatedOf(endpoint);
      expect(row).toMatchObject(storedAs(endpoint.name, typed));
    },
  );
});
