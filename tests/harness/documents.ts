/** Documents, employee files and settlement drops of one test app. */
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { type Document, spanishFile } from '#contract/documents.ts';
import type { ReceiptKind } from '#contract/receipts.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { openFile, send, unnamed } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { createId, uploadOf } from '../fixtures/valid-requests.ts';
import { auditsOf, read as readJson, rowsOf } from '../records/stored.ts';
import { messagesTo } from '../records/traces.ts';
import type { TestApp, TestPerson } from './app.ts';
import { formBody, type Multipart, multipartOf, pdfOf, textParts } from './multipart.ts';

/** A multipart body of these fields and a small PDF with unique bytes. */
export function formOf(
  fields: Body = {},
  bytes: Buffer = pdfOf(randomUUID()),
  filename = 'Week 40.pdf',
): Multipart {
  return formBody(fields, { name: 'file', value: bytes, filename });
}

export const idsOf = (people: readonly TestPerson[]) => people.map(({ userId }) => userId);

/** The path of one document, before its id. */
const pathOf = (kind: ReceiptKind) =>
  kind === 'employee-files' ? `/api/${kind}` : `/api/${kind}/files`;

/** A clock that advances a second with each reading. */
export function tickingClock(start: string): () => Date {
  let now = Date.parse(start);
  return () => {
    now += 1000;
    return new Date(now);
  };
}

/** The live updates that are published during `work`. */
export async function liveUpdates({ ctx }: TestApp, work: () => Promise<unknown>) {
  const toUsers = vi.spyOn(ctx.realtime, 'toUsers');
  const toAdmins = vi.spyOn(ctx.realtime, 'toAdmins');
  await work();
  const users = toUsers.mock.calls.map(([ids, event]) => [ids, event]);
  const admins = toAdmins.mock.calls.map(([event]) => event);
  toUsers.mockRestore();
  toAdmins.mockRestore();
  return { users, admins };
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function documentsOf(running: () => TestApp) {
  const call = (
    method: Endpoint['method'],
    url: string,
    by: TestPerson = running().admin,
    body: object | null = null,
    headers: Record<string, string> = {},
  ) => send(running(), method, url, by, body, headers);

  const read = <T>(url: string, by?: TestPerson): Promise<T> => readJson(running(), url, by);

  const list = (kind: ReceiptKind, by?: TestPerson) => read<Document[]>(pathOf(kind), by);

  /** Uploads a document for the admin and the employee by default; returns its id. */
  const document = (kind: ReceiptKind, fields: Body = {}) =>
    createId(running(), kind === 'employee-files' ? 'uploadEmployeeFile' : uploadOf(kind), {
      ...unnamed,
      ...fields,
    });

  return {
    call,
    read,
    list,
    document,
    employeeFile: (fields?: Body) => document('employee-files', fields),
    post: (url: string, form: Multipart, by?: TestPerson) => call('POST', url, by, form),
    upload: (kind: ReceiptKind, fields: Body, bytes?: Buffer, by?: TestPerson) =>
      call('POST', `/api/${kind}/upload`, by, formOf(fields, bytes)),
    /** Changes these fields, and the content when `bytes` are given. */
    update(kind: ReceiptKind, id: number, fields: Body, bytes?: Buffer, by?: TestPerson) {
      const file = bytes && { name: 'file', value: bytes, filename: 'New.pdf' };
      const form = formBody(fields, file);
      return call('PUT', `${pathOf(kind)}/${id}`, by, form);
    },
    /** Stores a Spanish version of a training file, with a replacement when `bytes` are given. */
    translate(id: number, fields: Body, spanish: Buffer, bytes?: Buffer) {
      const file = bytes && { name: 'file', value: bytes, filename: 'New.pdf' };
      const form = multipartOf([
        ...textParts(fields),
        { name: spanishFile, value: spanish, filename: 'Semana 40.pdf' },
        ...(file ? [file] : []),
      ]);
      return call('PUT', `${pathOf('training')}/${id}`, undefined, form);
    },
    remove: (kind: ReceiptKind, id: number, by?: TestPerson) =>
      call('DELETE', `${pathOf(kind)}/${id}`, by),
    /** A document as that person's list has it. */
    async one(kind: ReceiptKind, id: number, by?: TestPerson): Promise<Document> {
      const found = (await list(kind, by)).find((row) => row.file_id === id);
      if (!found) throw new Error(`document ${id} is not listed`);
      return found;
    },
    open: (key: string, by: TestPerson) => openFile(running(), key, by),
    acknowledge: (id: number, by: TestPerson) =>
      call('POST', `/api/documents/${id}/acknowledge`, by),
    /** The messages of that person's notifications, newest first. */
    notices: (by: TestPerson) => messagesTo(running(), by),
    async closeAccount({ userId }: TestPerson): Promise<void> {
      expect((await call('DELETE', `/api/users/${userId}`)).statusCode).toBe(200);
    },
    audits: (kind: string, id: number) => auditsOf(running(), kind, id),
    /** Every stored key; expects a row for each, and bytes for each row. */
    async stored(): Promise<string[]> {
      const keys = await Array.fromAsync(running().ctx.storage.list(), ({ key }) => key);
      const rows = await rowsOf(running(), 'objects');
      expect(keys.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
      return keys.toSorted();
    },
  };
}
