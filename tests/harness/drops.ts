/** Fills and publishes settlement drops, as an admin's screen does. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Drop, DropFile } from '#contract/settlement-drops.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf } from './documents.ts';
import { multipartOf } from './multipart.ts';
import { pdfWithPages } from './pdf-pages.ts';

interface Entry {
  drop_file_id: number;
  user_id: number;
  file_name?: string;
}

/** The calls of one test app; `running` is asked at each call, so that it may start later. */
export function dropsOf(running: () => TestApp) {
  const { drop } = documentsOf(running);

  /** Adds these bytes, or a page that says so; the key of a retry is its own. */
  async function send(
    dropId: number,
    name: string,
    page: string | Buffer = `Settlement ${randomUUID()}`,
    headers: Record<string, string> = {},
  ) {
    const value = typeof page === 'string' ? await pdfWithPages([page]) : page;
    const form = multipartOf([{ name: 'file', value, filename: name }]);
    return running().app.inject({
      method: 'POST',
      url: `/api/settlements/drops/${dropId}/files`,
      headers: { ...running().admin.headers, ...form.headers, ...headers },
      payload: form.payload,
    });
  }

  async function add(dropId: number, name: string, page?: string | Buffer): Promise<DropFile> {
    const answer = await send(dropId, name, page);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().file;
  }

  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    by: TestPerson = running().admin,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    running().app.inject({
      method,
      url: `/api/settlements/drops${path}`,
      headers: { ...by.headers, ...headers },
      ...(payload && { payload }),
    });

  const remove = (fileId: number, by: TestPerson = running().admin) =>
    running().app.inject({
      method: 'DELETE',
      url: `/api/settlements/drop-files/${fileId}`,
      headers: by.headers,
    });

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

  return { drop, send, add, call, remove, publish, look };
}
