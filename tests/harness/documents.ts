/** Documents, files to send back and dropped settlements of one test app. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DocumentKind } from '#contract/documents.ts';
import { openFile, send } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import {
  createId,
  newAssignment,
  newDropFile,
  unnamed,
  uploadOf,
} from '../fixtures/valid-requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { formBody, type Multipart, pdfOf } from './multipart.ts';

/** A multipart body of these fields and a small PDF; no two are the same bytes. */
export function formOf(fields: Body = {}, bytes: Buffer = pdfOf(randomUUID())): Multipart {
  const file = { name: 'file', value: bytes, filename: 'Week 40.pdf' };
  return formBody(fields, file);
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function documentsOf(running: () => TestApp) {
  const post = (url: string, form: Multipart, by: TestPerson = running().admin) =>
    send(running(), 'POST', url, by, form);

  async function read<T>(url: string, by: TestPerson = running().admin): Promise<T> {
    const answer = await send(running(), 'GET', url, by);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  return {
    post,
    read,
    /** A document of that kind, by default for the admin and the employee; returns its id. */
    document: (kind: DocumentKind, fields: Body = {}) =>
      createId(running(), uploadOf(kind), { ...unnamed, ...fields }),
    open: (key: string, by: TestPerson) => openFile(running(), key, by),
    /** A file to send back, for the admin and the employee. */
    employeeFile: (fields: Body = {}) =>
      createId(running(), 'uploadEmployeeFile', { ...unnamed, ...fields }),
    assignment: () => newAssignment(running()),
    /** A version that the employee sent back. */
    submission: () => createId(running(), 'submitVersion'),
    drop: () => createId(running(), 'openDrop'),
    dropFile: () => newDropFile(running()),
  };
}
