/** Every operation of the OpenAPI document with generated inputs from every kind of caller. */
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { documentedReplies } from '../fixtures/documented-replies.ts';
import { rounds } from '../fixtures/fuzz.ts';
import {
  type Input,
  inputOf,
  type Operation,
  operationsOf,
  requestFor,
} from '../fixtures/operations.ts';
import type { ValidRequest } from '../fixtures/requests.ts';
import { validRequest } from '../fixtures/valid-requests.ts';
import { startApp, type TestApp, type TestPerson } from '../harness/app.ts';
import { type Engine, onBothWhenFull } from '../harness/databases.ts';
import { isFull } from '../harness/is-full.ts';

const callers = ['nobody', 'other employee', 'owner', 'admin'] as const;
type Caller = (typeof callers)[number];

/** Inputs per operation, each sent by every caller. */
const inputs = 1;
const inputsWhenFull = { sqlite: 500, postgres: 100 };
/** CPU time of the server's thread, in milliseconds. */
const maxStall = 200;

interface Session {
  engine: Engine;
  t: TestApp;
  other: TestPerson;
  check: ReturnType<typeof documentedReplies>;
  operations: Map<string, Operation>;
}

async function startSession(engine: Engine): Promise<Session> {
  const t = await startApp(engine);
  const document = (await t.app.inject('/api/openapi.json')).json();
  const operations = new Map(operationsOf(document).map((entry) => [entry.operationId, entry]));
  const other = await t.person('otto', 'employee');
  return { engine, t, other, operations, check: documentedReplies(document) };
}

/** Signs those in again whose session a call ended; starts anew if a call closed or changed an account. */
async function renew(session: Session): Promise<void> {
  const { app, admin, employee, close } = session.t;
  for (const person of [admin, employee, session.other]) {
    const { username, password, headers } = person;
    if ((await app.inject({ url: '/api/user', headers })).statusCode === 200) continue;
    const payload = { username, password };
    const response = await app.inject({ method: 'POST', url: '/api/login', payload });
    const { token, role } = response.json();
    if (role !== (person === admin ? 'admin' : 'employee')) {
      await close();
      Object.assign(session, await startSession(session.engine));
      return;
    }
    Object.assign(person, { token, headers: { authorization: `Bearer ${token}` } });
  }
}

function headersOf({ t, other }: Session, caller: Caller, { by }: ValidRequest) {
  if (caller === 'nobody') return {};
  if (caller === 'other employee') return other.headers;
  if (caller === 'admin') return t.admin.headers;
  return by === t.admin ? t.employee.headers : by.headers;
}

interface Measured {
  requests: number;
  slowest: number;
}

async function cpuOf(work: () => Promise<LightMyRequestResponse>) {
  const start = process.threadCpuUsage();
  const response = await work();
  const { user, system } = process.threadCpuUsage(start);
  return { response, ms: (user + system) / 1000 };
}

/** Sends a request. A slow one is repeated, so that compiling and collecting garbage don't count. */
async function call({ t }: Session, request: InjectOptions, measured: Measured) {
  const { response, ms } = await cpuOf(() => t.app.inject(request));
  let least = ms;
  for (let tries = 0; tries < 2 && least > maxStall; tries += 1) {
    least = Math.min(least, (await cpuOf(() => t.app.inject(request))).ms);
  }
  measured.requests += 1;
  measured.slowest = Math.max(measured.slowest, least);
  expect(least, `CPU of ${request.method} ${request.url}`).toBeLessThan(maxStall);
  return response;
}

async function fuzz(session: Session, operation: Operation): Promise<Measured> {
  const measured: Measured = { requests: 0, slowest: 0 };
  const property = fc.asyncProperty(inputOf(operation), async (input: Input) => {
    await renew(session);
    const base = await validRequest(session.t, operation.operationId);
    for (const caller of callers) {
      const request = requestFor(operation, base, input);
      Object.assign(request.headers, headersOf(session, caller, base));
      const response = await call(session, request, measured);
      session.check(operation, response);
      const isAllowed = operation.security.length === 0 || caller !== 'nobody';
      if (!isAllowed) expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400);
    }
  });
  await fc.assert(property, {
    ...rounds(inputs, inputsWhenFull[session.engine]),
    endOnFailure: true,
  });
  return measured;
}

onBothWhenFull('generated inputs', (engine) => {
  let shared: Session;
  beforeAll(async () => {
    if (!isFull) shared = await startSession(engine);
  });
  afterAll(() => shared?.t.close());

  test.for(endpoints)(
    '$name answers them as documented, without a 5xx, internals or 200 ms of CPU (SEC32, SEC33)',
    { timeout: 3_600_000 },
    async ({ name }, { annotate }) => {
      // In full runs each has its own database, so that the records of others don't slow it down.
      const session = isFull ? await startSession(engine) : shared;
      const operation = session.operations.get(name);
      if (!operation) throw new Error(`${name} is not documented`);
      const { requests, slowest } = await fuzz(session, operation);
      const ms = slowest.toFixed(1);
      if (isFull) await annotate(`${requests} requests, the slowest ${ms} ms of CPU`, 'measured');
      expect((await session.t.app.inject('/readyz')).statusCode).toBe(200);
      if (isFull) await session.t.close();
    },
  );
});
