/** Puts documents, files to send back and dropped settlements there, as the office and an employee do. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { DocumentKind } from '#contract/documents.ts';
import type { TestApp, TestPerson } from './app.ts';
import { type Multipart, multipartOf, pdfOf } from './multipart.ts';

type Fields = Record<string, unknown>;

/** A multipart body of these fields and a small PDF; no two are the same bytes. */
export function formOf(fields: Fields = {}, bytes: Buffer = pdfOf(randomUUID())): Multipart {
  const parts = Object.entries(fields).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return multipartOf([...parts, { name: 'file', value: bytes, filename: 'Week 40.pdf' }]);
}

/** The calls of one test app; `running` is asked at each call, so that it may start later. */
export function documentsOf(running: () => TestApp) {
  async function post(
    url: string,
    form: Multipart,
    by: TestPerson = running().admin,
  ): Promise<LightMyRequestResponse> {
    const headers = { ...by.headers, ...form.headers };
    return running().app.inject({ method: 'POST', url, headers, payload: form.payload });
  }

  async function made(url: string, form: Multipart, by?: TestPerson): Promise<Fields> {
    const answer = await post(url, form, by);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  }

  async function read<T>(url: string, by: TestPerson = running().admin): Promise<T> {
    const answer = await running().app.inject({ url, headers: by.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  const everybody = () => [running().admin.userId, running().employee.userId];

  /** A document of that kind for the admin and the employee, unless told; answers its id. */
  async function document(kind: DocumentKind, fields: Fields = {}): Promise<number> {
    const form = formOf({ user_ids: everybody(), ...fields });
    return Number((await made(`/api/${kind}/upload`, form)).file_id);
  }

  /** Fetches the first bytes of a stored file, as that person's browser does. */
  async function open(path: string, by: TestPerson): Promise<void> {
    const query = `path=${encodeURIComponent(path)}`;
    const { url } = await read<{ url: string }>(`/api/settlements/presigned-get?${query}`, by);
    const link = new URL(url, 'http://127.0.0.1');
    const answer = await running().app.inject(link.pathname + link.search);
    expect(answer.statusCode, answer.body).toBe(200);
  }

  /** A file to send back, for the admin and the employee. */
  async function employeeFile(fields: Fields = {}): Promise<number> {
    const form = formOf({ user_ids: everybody(), ...fields });
    return Number((await made('/api/employee-files/upload', form)).file_id);
  }

  /** The employee's assignment of a new file to send back. */
  async function assignment(): Promise<number> {
    const fileId = await employeeFile();
    const own = await read<{ file_id: number; assignment_id: number }[]>(
      '/api/employee-files',
      running().employee,
    );
    const found = own.find((entry) => entry.file_id === fileId);
    expect(found).toBeDefined();
    return Number(found?.assignment_id);
  }

  /** A version that the employee sent back. */
  async function submission(): Promise<number> {
    const url = `/api/employee-files/${await assignment()}/submissions`;
    return Number((await made(url, formOf(), running().employee)).submission_id);
  }

  async function drop(): Promise<number> {
    const { app, admin } = running();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/settlements/drops',
      headers: admin.headers,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().drop_id;
  }

  /** A settlement that waits in a drop of its own. */
  async function dropFile(): Promise<{ drop: number; file: number }> {
    const id = await drop();
    const { drop_file_id } = await made(`/api/settlements/drops/${id}/files`, formOf());
    return { drop: id, file: Number(drop_file_id) };
  }

  return { post, read, document, open, employeeFile, assignment, submission, drop, dropFile };
}
