/** Clients that upload, replace, open, delete and submit documents, and record what the server acknowledged. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { documentKinds } from '#contract/documents.ts';
import { pdfOf, sha256 } from '../harness/multipart.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

export interface Person {
  userId: number;
  token: string;
}

/** The history of one file. A step without a response may or may not have happened. */
export interface Journal {
  kind: (typeof documentKinds)[number] | 'submissions';
  key: string;
  /** The id of the document or submission; null until the 201 response. */
  id: number | null;
  /** Hashes of the acknowledged contents; the last one is current. */
  taken: string[];
  /** The content of an upload without a response. */
  pending: Buffer | null;
  deleted: 'no' | 'asked' | 'yes';
  /** Hashes of the contents that were opened. */
  opened: Set<string>;
}

/** The server died during a request. */
export class Gone extends Error {}

/** The users of one installation, across restarts. */
export class Office {
  readonly journals: Journal[] = [];
  admin: Person = { userId: 0, token: '' };
  driver: Person = { userId: 0, token: '' };
  /** Has no documents and must not see any. */
  other: Person = { userId: 0, token: '' };
  assignmentId = 0;
  #server: RunningServer | null = null;

  async call(
    path: string,
    by: Person | null,
    init: RequestInit = {},
  ): Promise<{ status: number; bytes: Buffer }> {
    const headers = { ...init.headers, ...(by && { authorization: `Bearer ${by.token}` }) };
    try {
      const response = await fetch(`${this.#server?.url}${path}`, { ...init, headers });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      throw new Gone(path, { cause: error });
    }
  }

  async #json<T>(status: number, ...call: Parameters<Office['call']>): Promise<T> {
    const response = await this.call(...call);
    expect(response.status, `${call[0]}: ${response.bytes.toString()}`).toBe(status);
    return JSON.parse(response.bytes.toString()) as T;
  }

  #post<T>(status: number, path: string, by: Person | null, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.#json(status, path, by, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #signIn(username: string, password: string): Promise<string> {
    const body = { username, password };
    return (await this.#post<{ token: string }>(200, '/api/login', null, body)).token;
  }

  /** Switches to this server; on the first call also creates the users and a form to submit. */
  async moveTo(server: RunningServer): Promise<void> {
    this.#server = server;
    if (this.admin.token !== '') return;
    this.admin.token = await this.#signIn(firstAdmin.username, firstAdmin.password);
    for (const username of ['driver', 'other'] as const) {
      const password = 'long haul 4 drivers';
      const account = { username, user_email: `${username}@example.com`, password };
      const made = await this.#post<{ user_id: number }>(201, '/api/users', this.admin, account);
      this[username] = { userId: made.user_id, token: await this.#signIn(username, password) };
    }
    const form = this.#form(pdfOf('Form'), { user_ids: JSON.stringify([this.driver.userId]) });
    await this.#json(201, '/api/employee-files/upload', this.admin, { method: 'POST', body: form });
    const [own] = await this.#json<{ assignment_id: number }[]>(
      200,
      '/api/employee-files',
      this.driver,
    );
    this.assignmentId = own?.assignment_id ?? 0;
  }

  #form(bytes: Buffer, fields: Record<string, string> = {}): FormData {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }

  /** Uploads the pending content of a new file; repeated after a lost response, it is stored once. */
  async upload(journal: Journal): Promise<void> {
    const { kind, key, pending } = journal;
    if (!pending) return;
    const isVersion = kind === 'submissions';
    const path = isVersion
      ? `/api/employee-files/${this.assignmentId}/submissions`
      : `/api/${kind}/upload`;
    const fields = { user_ids: JSON.stringify([this.driver.userId]), file_name: key };
    const answer = await this.#json<{ file_id?: number; submission_id?: number }>(
      201,
      path,
      isVersion ? this.driver : this.admin,
      {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: this.#form(pending, isVersion ? {} : fields),
      },
    );
    journal.id = answer.file_id ?? answer.submission_id ?? null;
    journal.taken.push(sha256(pending));
    journal.pending = null;
  }

  async replace(journal: Journal): Promise<void> {
    const bytes = newContent();
    journal.pending = bytes;
    const body = this.#form(bytes, { user_ids: JSON.stringify([this.driver.userId]) });
    const path = `/api/${journal.kind}/files/${journal.id}`;
    await this.#json(200, path, this.admin, { method: 'PUT', body });
    journal.taken.push(sha256(bytes));
    journal.pending = null;
  }

  async remove(journal: Journal): Promise<void> {
    const isFirst = journal.deleted === 'no';
    journal.deleted = 'asked';
    const path =
      journal.kind === 'submissions'
        ? `/api/employee-files/${journal.id}/submissions`
        : `/api/${journal.kind}/files/${journal.id}`;
    const { status } = await this.call(path, this.admin, { method: 'DELETE' });
    expect(isFirst ? [200] : [200, 404]).toContain(status);
    journal.deleted = 'yes';
  }

  /** The key of the current content; null when it is not in the driver's list. */
  async pathOf(journal: Journal): Promise<string | null> {
    if (journal.kind === 'submissions') {
      const path = `/api/employee-files/${this.assignmentId}/submissions`;
      const list = await this.#json<{ submission_id: number; submitted_url: string }[]>(
        200,
        path,
        this.driver,
      );
      return list.find((entry) => entry.submission_id === journal.id)?.submitted_url ?? null;
    }
    const path = `/api/${journal.kind}/files`;
    const list = await this.#json<{ file_id: number; file_path: string }[]>(200, path, this.driver);
    return list.find((entry) => entry.file_id === journal.id)?.file_path ?? null;
  }

  presign(path: string, by: Person) {
    return this.call(`/api/settlements/presigned-get?path=${encodeURIComponent(path)}`, by);
  }

  /** Opens the file as the driver through a link; returns the hash of its bytes. */
  async open(journal: Journal): Promise<string | null> {
    const path = await this.pathOf(journal);
    if (path === null) return null;
    const signed = await this.presign(path, this.driver);
    expect(signed.status).toBe(200);
    const { url } = JSON.parse(signed.bytes.toString()) as { url: string };
    const link = new URL(url, 'http://127.0.0.1');
    const { status, bytes } = await this.call(link.pathname + link.search, null);
    expect(status).toBe(200);
    const hash = sha256(bytes);
    if (journal.kind !== 'submissions') journal.opened.add(hash);
    return hash;
  }
}

function newContent(): Buffer {
  return pdfOf(randomUUID(), randomInt(1_000, 300_000));
}

/** A file of that kind that has not been sent yet. */
export function newJournal(kind: Journal['kind']): Journal {
  return {
    kind,
    key: randomUUID(),
    id: null,
    taken: [],
    pending: newContent(),
    deleted: 'no',
    opened: new Set(),
  };
}

/** Works until the server dies: file after file, some replaced, some deleted. */
export async function workUntilKilled(office: Office, kind: Journal['kind']): Promise<void> {
  try {
    for (;;) {
      const journal = newJournal(kind);
      office.journals.push(journal);
      await office.upload(journal);
      if (randomInt(2) === 0) await office.open(journal);
      if (kind !== 'submissions' && randomInt(2) === 0) await office.replace(journal);
      if (randomInt(3) === 0) await office.remove(journal);
    }
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
}
