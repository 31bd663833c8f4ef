/** What visitors, drivers and the office send, which of it was acknowledged, and that all of that is stored once. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { sweepFiles } from '#server/features/files/files.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { type Colleague, createUser, signInAdmin } from '#tests/harness/chat-client.ts';
import { formBody, pdfOf, sha256 } from '#tests/harness/multipart.ts';
import { seededRandom } from '#tests/harness/seeded-random.ts';

export type Row = Record<string, unknown>;
export type RowsOf = (query: string) => Promise<Row[]>;

export const rowsIn =
  ({ db }: AppContext): RowsOf =>
  async (query) =>
    (await sql.raw<Row>(query).execute(db)).rows;

interface Call {
  method: string;
  path: string;
  headers: Record<string, string | number>;
  body?: string | Buffer;
}

/** What was sent with a key. Without a response it may or may not be stored. */
interface Entry {
  call: Call;
  /** By which its row is found, and the hash of its file. */
  name: string;
  sha256: string | null;
  /** Of the 201 response. */
  id: number | null;
  deleted: 'no' | 'asked' | 'yes';
}

type Kind = 'jobs' | 'inquiries' | 'applications' | 'documents';

/** Names and hashes of what is stored. */
const queries: Record<Kind, string> = {
  jobs: "select position as name, null as sha256 from jobs where position like 'journal %'",
  inquiries:
    "select company_name as name, null as sha256 from inquiries where company_name like 'journal %'",
  applications:
    'select email as name, sha256 from applications left join objects on key = resume_path',
  documents:
    "select file_name as name, sha256 from documents left join objects on key = object_key where file_name like 'journal %'",
};

/** One request on a connection of its own, as proxies without kept connections send it. Status 0: no response. */
function send(url: string, { method, path, headers, body }: Call) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, text: error.message });
    const sent = request(url + path, { method, agent: false, headers, timeout: 60_000 }, (got) => {
      let text = '';
      got.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      got.on('error', fail).on('end', () => resolve({ status: got.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in a minute')));
    sent.on('error', fail).end(body);
  });
}

export class Journal {
  readonly url: string;
  readonly admin: Colleague;
  readonly drivers: readonly Colleague[];
  /** Unexpected responses, and calls without one unless the server is to be killed. */
  readonly failures: string[] = [];
  /** When each call was sent, and how long it took, in milliseconds. */
  readonly times: { at: number; took: number }[] = [];
  readonly #entries: Record<Kind, Entry[]> = {
    ...{ jobs: [], inquiries: [], applications: [], documents: [] },
  };
  #reads = 0;
  #signIns = 0;
  #mayFail = (_status: number) => false;
  readonly #random = seededRandom();

  private constructor(url: string, admin: Colleague, drivers: readonly Colleague[]) {
    this.url = url;
    this.admin = admin;
    this.drivers = drivers;
  }

  static async open(url: string): Promise<Journal> {
    const admin = await signInAdmin(url);
    const names = [1, 2].map(() => `driver-${randomUUID()}`);
    const drivers = await Promise.all(names.map((name) => createUser(url, admin, name)));
    return new Journal(url, admin, drivers);
  }

  #call(path: string, by?: Colleague, own: Call['headers'] = {}, body?: string | Buffer): Call {
    const headers = { ...own, ...(by && { authorization: `Bearer ${by.token}` }) };
    return { method: 'POST', path, headers, ...(body !== undefined && { body }) };
  }

  /** Sends it, again and again while this machine is too busy; returns the response, null for another one. */
  async #send(call: Call, statuses: readonly number[], retries: number): Promise<string | null> {
    for (let left = retries; ; ) {
      const at = performance.now();
      const response = await send(this.url, call);
      this.times.push({ at, took: performance.now() - at });
      if (statuses.includes(response.status)) return response.text;
      if (!/"(busy|request_timeout)"/.test(response.text)) left -= 1;
      if (left < 0) {
        if (!this.#mayFail(response.status)) {
          this.failures.push(`${call.path}: ${response.status} ${response.text.slice(0, 300)}`);
        }
        return null;
      }
      await pause(100);
    }
  }

  async #sendEntry(entry: Entry, retries = 0): Promise<boolean> {
    const text = await this.#send(entry.call, [201], retries);
    if (text === null) return false;
    const { id, file_id = id } = JSON.parse(text);
    if (entry.id !== null) expect(file_id ?? 0, entry.call.path).toBe(entry.id);
    entry.id = file_id ?? 0;
    return true;
  }

  #write(kind: Kind, call: Call, name: string, hash: string | null, retries: number) {
    const headers = { ...call.headers, 'idempotency-key': randomUUID() };
    const entry: Entry = {
      call: { ...call, headers },
      name,
      sha256: hash,
      id: null,
      deleted: 'no',
    };
    this.#entries[kind].push(entry);
    return this.#sendEntry(entry, retries).then((isDone) => (isDone ? entry : null));
  }

  #writeJson(kind: Kind, path: string, by: Colleague | undefined, body: object, retries: number) {
    const call = this.#call(path, by, { 'content-type': 'application/json' }, JSON.stringify(body));
    return this.#write(kind, call, String(Object.values(body)[0]), null, retries);
  }

  #writeFile(kind: Kind, path: string, by: Colleague | undefined, fields: object, retries: number) {
    const value = pdfOf(randomUUID(), 1_000 + this.#random(100_000));
    const field = kind === 'applications' ? 'resume' : 'file';
    const { headers, payload } = formBody(fields, { name: field, value, filename: 'a.pdf' });
    const hash = sha256(value);
    const name = String(Object.values(fields)[0] ?? hash);
    return this.#write(kind, this.#call(path, by, headers, payload), name, hash, retries);
  }

  async #delete(entry: Entry, retries: number): Promise<boolean> {
    // Asked again, it may be gone.
    const statuses = entry.deleted === 'asked' || retries > 0 ? [200, 404] : [200];
    entry.deleted = 'asked';
    const call = this.#call(`/api/training/files/${entry.id}`, this.admin);
    const text = await this.#send({ ...call, method: 'DELETE' }, statuses, retries);
    if (text !== null) entry.deleted = 'yes';
    return text !== null;
  }

  /** What people do; each returns whether it was acknowledged. */
  readonly #kinds: readonly ((retries: number) => Promise<unknown>)[] = [
    (retries) => {
      const { position: _, ...job } = sampleBody('createJob');
      const body = { position: `journal ${randomUUID()}`, ...job };
      return this.#writeJson('jobs', '/api/careers', this.admin, body, retries);
    },
    (retries) => {
      const { company_name: _, ...inquiry } = sampleBody('sendInquiry');
      const body = { company_name: `journal ${randomUUID()}`, ...inquiry };
      return this.#writeJson('inquiries', '/api/inquiry', undefined, body, retries);
    },
    (retries) => {
      const { email: _, ...application } = sampleBody('sendApplication');
      const fields = { email: `${randomUUID()}@example.com`, ...application };
      return this.#writeFile('applications', '/api/application', undefined, fields, retries);
    },
    async (retries) => {
      const fields = { file_name: `journal ${randomUUID()}`, user_ids: `[${this.admin.userId}]` };
      const path = '/api/training/upload';
      const entry = await this.#writeFile('documents', path, this.admin, fields, retries);
      return entry && (this.#random(3) > 0 || this.#delete(entry, retries));
    },
    async (retries) => {
      const paths = ['/careers', '/api/damages', '/api/messages/conversations'];
      const call = this.#call(paths[this.#reads % paths.length] ?? '', this.admin);
      const text = await this.#send({ ...call, method: 'GET' }, [200], retries);
      if (text !== null) this.#reads += 1;
      return text !== null;
    },
    async () => {
      const isDone = await signInAdmin(this.url).then(Boolean, () => false);
      if (isDone) this.#signIns += 1;
      return isDone;
    },
  ];

  /** How much of each kind was acknowledged. */
  acknowledged(): number[] {
    const counts = Object.values(this.#entries).map(
      (entries) => entries.filter(({ id }) => id !== null).length,
    );
    return [...counts, this.#reads, this.#signIns];
  }

  /** Each kind twice at once, until the server dies, or fails in a way that is expected. */
  async workUntilKilled(
    mayFail: (status: number) => boolean = (status) => status === 0,
  ): Promise<void> {
    const loop = async (work: (retries: number) => Promise<unknown>) => {
      while (await work(0));
    };
    this.#mayFail = mayFail;
    await Promise.all([...this.#kinds, ...this.#kinds].map(loop));
    this.#mayFail = () => false;
  }

  /** Works so many times a second, until the function that it returns is called. */
  work(perSecond: number, { retries = 0 } = {}): () => Promise<void> {
    const open = new Set<Promise<unknown>>();
    const begin = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = ((performance.now() - begin) / 1000) * perSecond;
      for (; sent < due && open.size < 50; sent += 1) {
        const work = this.#kinds[sent % this.#kinds.length]?.(retries) ?? Promise.resolve();
        open.add(work);
        void work.finally(() => open.delete(work));
      }
    }, 5);
    const stop = async () => {
      clearInterval(timer);
      await Promise.all(open);
    };
    onTestFinished(stop);
    return stop;
  }

  /** Repeats the calls without a response, and the first of each kind, as a sender who never saw its response. */
  async resume(): Promise<void> {
    for (const entries of Object.values(this.#entries)) {
      for (const [at, entry] of entries.entries()) {
        if (entry.id === null || at === 0) expect(await this.#sendEntry(entry)).toBe(true);
        if (entry.deleted === 'asked') expect(await this.#delete(entry, 0)).toBe(true);
      }
    }
  }

  /** Nothing failed; what was acknowledged is there once, and nothing twice. */
  async expectStored(rowsOf: RowsOf): Promise<void> {
    expect(this.failures.join('\n')).toBe('');
    for (const [kind, query] of Object.entries(queries)) {
      const rows = await rowsOf(query);
      const stored = new Map(rows.map(({ name, sha256: hash }) => [name, hash]));
      expect(rows, kind).toHaveLength(stored.size);
      for (const { name, sha256: hash, id, deleted } of this.#entries[kind as Kind]) {
        if (id === null || deleted === 'asked') continue;
        expect(stored.get(name), `${kind} ${name}`).toBe(deleted === 'yes' ? undefined : hash);
      }
    }
    const [log] = await rowsOf("select count(*) as n from audit where action = 'session.open'");
    expect(Number(log?.n)).toBeGreaterThanOrEqual(this.#signIns);
  }
}

/** The bytes of each object match its row, and after the sweep nothing else is stored. */
export async function expectFiles({ db, storage, ...ctx }: AppContext): Promise<void> {
  const objects = await db.selectFrom('objects').select(['key', 'sha256']).execute();
  for (const { key, sha256: expected } of objects) {
    expect(sha256(await buffer(await storage.read(key))), key).toBe(expected);
  }
  await sweepFiles({ db, storage, ...ctx }, { olderThanMs: -60_000 });
  const stored = await Array.fromAsync(storage.list(), ({ key }) => key);
  expect(stored.sort()).toEqual(objects.map(({ key }) => key).sort());
}
