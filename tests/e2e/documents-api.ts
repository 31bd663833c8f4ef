/** Sets a journey's scene over the real API: documents of the three kinds, and who has opened them. */
import type { Document, DocumentKind } from '#contract/documents.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Driver {
  username: string;
  password: string;
  userId: number;
}

/** An employee whom nobody else uses. */
export async function newDriver(server: Server): Promise<Driver> {
  const person = await newPerson(server, 'employee');
  const token = await tokenOf(server, person);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  return { ...person, userId: user_id };
}

interface DocumentOptions {
  name?: string;
  acknowledge?: 0 | 1;
  bytes?: Buffer;
  fileName?: string;
}

/** Hands a document to these people and answers its id and its name. */
export async function addDocument(
  server: Server,
  kind: DocumentKind,
  people: readonly Driver[],
  { name = unique('Week'), acknowledge = 0, bytes, fileName = 'week.pdf' }: DocumentOptions = {},
): Promise<{ id: number; name: string }> {
  const form = new FormData();
  form.append('user_ids', JSON.stringify(people.map(({ userId }) => userId)));
  form.append('file_name', name);
  form.append('acknowledge', String(acknowledge));
  form.append('file', new Blob([new Uint8Array(bytes ?? pdfOf(name))]), fileName);
  const { file_id } = await send<{ file_id: number }>(
    server,
    'POST',
    `/api/${kind}/upload`,
    await tokenOf(server),
    form,
  );
  return { id: file_id, name };
}

/** A document as that person's list has it. */
export async function documentOf(
  server: Server,
  kind: DocumentKind,
  id: number,
  person?: Driver,
): Promise<Document> {
  const token = await tokenOf(server, person);
  const list = await send<Document[]>(server, 'GET', `/api/${kind}/files`, token);
  const found = list.find(({ file_id }) => file_id === id);
  if (!found) throw new Error(`There is no document ${id} in that list.`);
  return found;
}

/** Fetches the bytes as that person's browser does, which is what counts as opened. */
export async function openDocument(
  server: Server,
  kind: DocumentKind,
  id: number,
  person: Driver,
): Promise<void> {
  const { file_path } = await documentOf(server, kind, id, person);
  const presign = kind === 'settlements' ? 'settlements' : 'reports';
  const { url } = await send<{ url: string }>(
    server,
    'GET',
    `/api/${presign}/presigned-get?path=${encodeURIComponent(file_path)}`,
    await tokenOf(server, person),
  );
  const answer = await fetch(new URL(url, server.url));
  if (!answer.ok) throw new Error(`The link answered ${answer.status}.`);
  await answer.arrayBuffer();
}
