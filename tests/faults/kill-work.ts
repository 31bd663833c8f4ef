/** A company whose people write until the server dies, record what it acknowledged, and repeat the rest afterwards. */
import { randomInt, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { sweepFiles } from '#server/features/files/files.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { type Colleague, createUser, signInAdmin } from '../harness/chat-client.ts';
import { formBody, type Multipart, pdfOf, sha256 } from '../harness/multipart.ts';

/** An application of a visitor, or a driver's version of a file. */
interface Sent {
  path: string;
  by?: Colleague;
  key: string;
  form: Multipart;
  pdf: Buffer;
  /** Set by the 201 response. */
  id: number | null;
}

/** A training of the office. A step without a response may or may not have happened. */
interface Journal {
  key: string;
  /** Set by the 201 response. */
  id: number | null;
  /** The hash of the acknowledged content. */
  stored: string | null;
  /** A content without a response. */
  pending: Buffer | null;
  deleted: 'no' | 'asked' | 'yes';
}

/** The server died during a request. */
class Gone extends Error {}

const newContent = () => pdfOf(randomUUID(), randomInt(1_000, 300_000));

export class Company {
  readonly url: string;
  readonly admin: Colleague;
  readonly drivers: readonly Colleague[];
  readonly #applications: Sent[] = [];
  readonly #versions: Sent[] = [];
  #versionsPath = '';
  readonly #journals: Journal[] = [];
  #signIns = 0;

  private constructor(url: string, admin: Colleague, drivers: readonly Colleague[]) {
    this.url = url;
    this.admin = admin;
    this.drivers = drivers;
  }

  static async open(url: string): Promise<Company> {
    const admin = await signInAdmin(url);
    const names = ['driver1', 'driver2'];
    const drivers = await Promise.all(names.map((name) => createUser(url, admin, name)));
    const company = new Company(url, admin, drivers);
    await company.#assignFile();
    return company;
  }

  async #assignFile(): Promise<void> {
    const [driver] = this.drivers;
    const fields = { user_ids: `[${driver?.userId}]`, file_name: 'W-4' };
    const form = this.#form(newContent(), fields);
    await this.#send('POST', '/api/employee-files/upload', this.admin, form);
    const { text } = await this.#send('GET', '/api/employee-files', driver);
    this.#versionsPath = `/api/employee-files/${JSON.parse(text)[0].assignment_id}/submissions`;
  }

  #form(value: Buffer, fields: object, name = 'file'): Multipart {
    return formBody(fields, { name, value, filename: 'a.pdf' });
  }

  async #send(method: string, path: string, by?: Colleague, form?: Multipart, key = '') {
    const headers = {
      ...form?.headers,
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(key && { 'idempotency-key': key }),
    };
    const init = { method, headers, ...(form && { body: new Uint8Array(form.payload) }) };
    try {
      const response = await fetch(this.url + path, init);
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new Gone(path, { cause: error });
    }
  }

  async #post(sent: Sent): Promise<void> {
    const { status, text } = await this.#send('POST', sent.path, sent.by, sent.form, sent.key);
    expect(status, text).toBe(201);
    const { id, submission_id = id } = JSON.parse(text);
    expect([null, submission_id]).toContain(sent.id);
    sent.id = submission_id;
  }

  /** Uploads a new file; repeated after a lost response, it is stored once. */
  async #upload(journal: Journal): Promise<void> {
    const { key, pending } = journal;
    if (!pending) return;
    const form = this.#form(pending, { user_ids: `[${this.drivers[0]?.userId}]`, file_name: key });
    const { status, text } = await this.#send(
      'POST',
      '/api/training/upload',
      this.admin,
      form,
      key,
    );
    expect(status, text).toBe(201);
    Object.assign(journal, { id: JSON.parse(text).file_id, stored: sha256(pending) });
    journal.pending = null;
  }

  async #replace(journal: Journal): Promise<void> {
    journal.pending ??= newContent();
    const form = this.#form(journal.pending, { user_ids: `[${this.drivers[0]?.userId}]` });
    const path = `/api/training/files/${journal.id}`;
    expect((await this.#send('PUT', path, this.admin, form)).status).toBe(200);
    journal.stored = sha256(journal.pending);
    journal.pending = null;
  }

  async #delete(journal: Journal): Promise<void> {
    const isFirst = journal.deleted === 'no';
    journal.deleted = 'asked';
    const path = `/api/training/files/${journal.id}`;
    const { status } = await this.#send('DELETE', path, this.admin);
    expect(isFirst ? [200] : [200, 404]).toContain(status);
    journal.deleted = 'yes';
  }

  async #changeFiles(): Promise<void> {
    const own = { key: randomUUID(), id: null, stored: null, deleted: 'no' } as const;
    const journal: Journal = { ...own, pending: newContent() };
    this.#journals.push(journal);
    await this.#upload(journal);
    if (randomInt(2) === 0) await this.#replace(journal);
    if (randomInt(3) === 0) await this.#delete(journal);
  }

  async #sendApplication(): Promise<void> {
    const [key, pdf] = [randomUUID(), newContent()];
    const fields = sampleBody('sendApplication', { email: `${key}@example.com` });
    const form = this.#form(pdf, fields, 'resume');
    const application = { path: '/api/application', key, form, pdf, id: null };
    this.#applications.push(application);
    await this.#post(application);
  }

  async #sendVersion(): Promise<void> {
    const [key, pdf] = [randomUUID(), newContent()];
    const [by] = this.drivers;
    const form = this.#form(pdf, {});
    const version = { path: this.#versionsPath, ...(by && { by }), key, form, pdf, id: null };
    this.#versions.push(version);
    await this.#post(version);
  }

  async #signIn(): Promise<void> {
    await signInAdmin(this.url).catch((error) => {
      throw new Gone('sign-in', { cause: error });
    });
    this.#signIns += 1;
  }

  /** How much of each kind was acknowledged. */
  acknowledged(): number[] {
    const counts = [this.#applications, this.#versions, this.#journals].map(
      (all) => all.filter(({ id }) => id !== null).length,
    );
    return [...counts, this.#signIns];
  }

  async workUntilKilled(): Promise<void> {
    const kinds = [
      () => this.#sendApplication(),
      () => this.#sendApplication(),
      () => this.#changeFiles(),
      () => this.#changeFiles(),
      () => this.#sendVersion(),
      () => this.#sendVersion(),
      () => this.#signIn(),
    ];
    await Promise.all(
      kinds.map(async (work) => {
        try {
          for (;;) await work();
        } catch (error) {
          if (!(error instanceof Gone)) throw error;
        }
      }),
    );
  }

  /** Repeats the calls without a response, and the first of each kind, as a sender who never saw its response. */
  async resume(): Promise<void> {
    for (const sent of [this.#applications, this.#versions]) {
      for (const one of sent.filter(({ id }, at) => id === null || at === 0)) await this.#post(one);
    }
    for (const journal of this.#journals) {
      if (journal.id === null) await this.#upload(journal);
      if (journal.deleted === 'asked') await this.#delete(journal);
      else if (journal.pending && journal.deleted === 'no') await this.#replace(journal);
    }
  }

  /** While no server runs: what was acknowledged is stored once, and the bytes of each row and no others. */
  async expectStored({ db, storage, ...ctx }: AppContext): Promise<void> {
    const objects = await db.selectFrom('objects').select(['key', 'sha256']).execute();
    for (const { key, sha256: expected } of objects) {
      expect(sha256(await buffer(await storage.read(key))), key).toBe(expected);
    }
    const hashes = new Map(objects.map(({ key, sha256: hash }) => [key, hash]));
    const applications = await db
      .selectFrom('applications')
      .select(['id', 'email', 'resume_path as object_key'])
      .execute();
    const documents = await db.selectFrom('documents').selectAll().execute();
    const versions = await db
      .selectFrom('submissions')
      .selectAll()
      .orderBy('version_number')
      .execute();
    const used = [...applications, ...documents, ...versions].map(({ object_key }) => object_key);
    expect(used.toSorted()).toEqual([...hashes.keys()].sort());
    const emails = applications.map(({ email }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    for (const { key, id, pdf } of this.#applications.filter((one) => one.id !== null)) {
      const stored = applications.find((row) => row.id === id);
      expect(stored?.email).toBe(`${key}@example.com`);
      expect(hashes.get(stored?.object_key ?? '')).toBe(sha256(pdf));
    }
    // A version that wasn't stored took no number.
    expect(versions.map((row) => row.version_number)).toEqual(versions.map((_, at) => at + 1));
    expect(versions.length).toBeLessThanOrEqual(this.#versions.length);
    for (const { id, pdf } of this.#versions.filter((one) => one.id !== null)) {
      const stored = versions.find((row) => row.submission_id === id);
      expect(hashes.get(stored?.object_key ?? '')).toBe(sha256(pdf));
    }
    const names = documents.map(({ file_name }) => file_name);
    expect(new Set(names).size).toBe(names.length);
    for (const { id, stored, pending, deleted } of this.#journals) {
      if (id === null || deleted === 'asked') continue;
      const row = documents.find(({ file_id }) => file_id === id);
      const possible = deleted === 'yes' ? [undefined] : [stored, pending && sha256(pending)];
      expect(possible).toContain(row && hashes.get(row.object_key));
    }
    const log = db.selectFrom('audit').select('id').where('action', '=', 'session.open');
    expect((await log.execute()).length).toBeGreaterThanOrEqual(this.#signIns);
    await sweepFiles({ db, storage, ...ctx }, { olderThanMs: -60_000 });
    const kept = await Array.fromAsync(storage.list(), ({ key }) => key);
    expect(kept.sort()).toEqual([...hashes.keys()].sort());
  }
}
