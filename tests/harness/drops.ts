/** Settlement drops over the API. */
import { randomUUID } from 'node:crypto';
import type { Drop, DropFile } from '#contract/settlement-drops.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { createId } from '../fixtures/valid-requests.ts';
import { clearTables, jsonOf } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf, formOf } from './documents.ts';
import { pdfWithPages } from './pdf-pages.ts';

interface Entry {
  drop_file_id: number;
  user_id: number;
  file_name?: string;
}

/** Reads the driver, the net pay and the period behind these labels. */
export const usualFormat = {
  name: 'Usual',
  payee: { label: 'Driver:', place: 'right', is: 'name' },
  net_pay: { label: 'Net pay:', place: 'right' },
  period: { label: 'Pay period:', place: 'right' },
};

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function dropsOf(running: () => TestApp) {
  const documents = documentsOf(running);

  const call = (
    method: Endpoint['method'],
    path: string,
    by?: TestPerson,
    body?: object,
    headers?: Record<string, string>,
  ) => documents.call(method, `/api/settlements/drops${path}`, by, body, headers);

  /** Adds a PDF with these bytes, or with a page of this text. */
  async function send(
    dropId: number,
    name: string,
    page: string | Buffer = `Settlement ${randomUUID()}`,
    headers?: Record<string, string>,
  ) {
    const bytes = typeof page === 'string' ? await pdfWithPages([page]) : page;
    return call('POST', `/${dropId}/files`, undefined, formOf({}, bytes, name), headers);
  }

  return {
    documents,
    call,
    send,
    /** Deletes every document and drop with its files. */
    async clear(): Promise<void> {
      const { storage } = running().ctx;
      for await (const { key } of storage.list()) await storage.remove(key);
      await clearTables(running(), 'settlement_drop_files', 'settlement_drops', 'documents');
      await clearTables(running(), 'settlement_formats');
      await clearTables(running(), 'objects', 'notification_recipients');
    },
    drop: () => createId(running(), 'openDrop'),
    /** Teaches a format; returns its id. */
    teach: (given: object = {}) =>
      createId(running(), 'createFormat', { ...usualFormat, ...given }),
    async add(dropId: number, name: string, page?: string | Buffer): Promise<DropFile> {
      return (await jsonOf(send(dropId, name, page))).file;
    },
    remove: (fileId: number, by?: TestPerson) =>
      documents.call('DELETE', `/api/settlements/drop-files/${fileId}`, by),
    publish: (
      dropId: number,
      entries: Entry[],
      by?: TestPerson,
      headers?: Record<string, string>,
    ) => call('POST', `/${dropId}/publish`, by, { entries }, headers),
    look: (dropId: number) => documents.read<Drop>(`/api/settlements/drops/${dropId}`),
  };
}
