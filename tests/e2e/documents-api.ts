/** Uploads and opens documents through the API. */
import type { Document } from '#contract/documents.ts';
import type { ReceiptKind } from '#contract/receipts.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Driver {
  username: string;
  password: string;
  userId: number;
}

/** Adds the user id to an account. */
export async function withUserId<P extends Omit<Driver, 'userId'>>(
  server: Server,
  person: P,
): Promise<P & Driver> {
  const token = await tokenOf(server, person);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  return { ...person, userId: user_id };
}

/** A new employee. */
export async function newDriver(server: Server): Promise<Driver> {
  return withUserId(server, await newPerson(server, 'employee'));
}

/** A PDF for `setInputFiles`. */
export function pdfFile(name: string, size?: number) {
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdfOf(name, size) };
}

/** A multipart body with these fields and a file, a PDF by default. */
export function formOf(
  fields: Record<string, string>,
  {
    bytes = pdfOf(unique('PDF')),
    fileName = 'week.pdf',
  }: { bytes?: Buffer; fileName?: string } = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}

export const idsOf = (people: readonly Driver[]) =>
  JSON.stringify(people.map(({ userId }) => userId));

interface DocumentOptions {
  name?: string;
  acknowledge?: 0 | 1;
  bytes?: Buffer;
  fileName?: string;
}

/** Uploads a document for these people; returns its id and name. */
export async function addDocument(
  server: Server,
  kind: ReceiptKind,
  people: readonly Driver[],
  { name = unique('Week'), acknowledge = 0, ...file }: DocumentOptions = {},
): Promise<{ id: number; name: string }> {
  const fields = { user_ids: idsOf(people), file_name: name, acknowledge: String(acknowledge) };
  const path = `/api/${kind}/upload`;
  const token = await tokenOf(server);
  type Reply = { file_id: number };
  const { file_id } = await send<Reply>(server, 'POST', path, token, formOf(fields, file));
  return { id: file_id, name };
}

/** A document as that person's list has it. */
export async function documentOf(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person?: Driver,
): Promise<Document> {
  const token = await tokenOf(server, person);
  const list = await send<Document[]>(server, 'GET', `/api/${kind}/files`, token);
  const found = list.find(({ file_id }) => file_id === id);
  if (!found) throw new Error(`There is no document ${id} in that list.`);
  return found;
}

/** The signed link of a document for that person. */
export async function linkTo(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person: Driver,
): Promise<string> {
  const { file_path } = await documentOf(server, kind, id, person);
  const path = `/api/reports/presigned-get?path=${encodeURIComponent(file_path)}`;
  return (await send<{ url: string }>(server, 'GET', path, await tokenOf(server, person))).url;
}

/** Opens a document as that person. */
export async function openDocument(
  server: Server,
  kind: ReceiptKind,
  id: number,
  person: Driver,
): Promise<void> {
  const response = await fetch(new URL(await linkTo(server, kind, id, person), server.url));
  if (!response.ok) throw new Error(`The link answered ${response.status}.`);
  await response.arrayBuffer();
}
