/** Fills and publishes settlement drops, as an admin's screen does. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Drop, DropFile } from '#contract/settlement-drops.ts';
import { send } from '../fixtures/requests.ts';
import { createId } from '../fixtures/valid-requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { multipartOf } from './multipart.ts';
import { pdfWithPages } from './pdf-pages.ts';

interface Entry {
  drop_file_id: number;
  user_id: number;
  file_name?: string;
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function dropsOf(running: () => TestApp) {
  const drop = () => createId(running(), 'openDrop');

  /** Adds these bytes, or a page that says so; the key of a retry is its own. */
  async function sendFile(
    dropId: number,
    name: string,
    page: string | Buffer = `Settlement ${randomUUID()}`,
    headers: Record<string, string> = {},
  ) {
    const value = typeof page === 'string' ? await pdfWithPages([page]) : page;
    const form = multipartOf([{ name: 'file', value, filename: name }]);
    return call('POST', `/${dropId}/files`, running().admin, form, headers);
  }

  async function add(dropId: number, name: string, page?: string | Buffer): Promise<DropFile> {
    const answer = await sendFile(dropId, name, page);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().file;
  }

  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    by: TestPerson = running().admin,
    body: object | null = null,
    headers: Record<string, string> = {},
  ) => send(running(), method, `/api/settlements/drops${path}`, by, body, headers);

  const remove = (fileId: number, by: TestPerson = running().admin) =>
    send(running(), 'DELETE', `/api/settlements/drop-files/${fileId}`, by);

  const publish = (
    dropId: number,
    entries: Entry[],
    by?: TestPerson,
    headers?: Record<string, string>,
  ) => call('POST', `/${dropId}/publish`, by, { entries }, headers);

  async function look(dropId: number): Promise<Drop> {
    const answer = await call('GET', `/${dropId}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  return { drop, send: sendFile, add, call, remove, publish, look };
}
