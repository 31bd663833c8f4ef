/** Sets a journey's scene over the real API: files to hand out, and versions that come back. */
import type { Assignment } from '#contract/employee-files.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { send, tokenOf, unique } from './office-api.ts';
import { newStaff, type Staff } from './users-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Holder extends Staff {
  userId: number;
}

/** An employee whom nobody else uses, by name in the Employee List. */
export async function newHolder(
  server: Server,
  hours?: Parameters<typeof newStaff>[1],
): Promise<Holder> {
  const staff = await newStaff(server, hours);
  const token = await tokenOf(server, staff);
  const { user_id } = await send<{ user_id: number }>(server, 'GET', '/api/user', token);
  return { ...staff, userId: user_id };
}

/** A PDF as a file control takes it. */
export function pdfFile(text: string, size?: number) {
  return { name: `${text}.pdf`, mimeType: 'application/pdf', buffer: pdfOf(text, size) };
}

function formOf(fields: Record<string, string>, text: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(pdfOf(text))]), `${text}.pdf`);
  return form;
}

/** Hands a file to these people and answers its id and its name. */
export async function handOut(
  server: Server,
  people: readonly Holder[],
  acknowledge: 0 | 1 = 0,
): Promise<{ id: number; name: string }> {
  const name = unique('W-4');
  const fields = {
    file_name: name,
    user_ids: JSON.stringify(people.map(({ userId }) => userId)),
    acknowledge: String(acknowledge),
  };
  const { file_id } = await send<{ file_id: number }>(
    server,
    'POST',
    '/api/employee-files/upload',
    await tokenOf(server),
    formOf(fields, name),
  );
  return { id: file_id, name };
}

/** Sends a version of that file back and answers its id. */
export async function sendBack(server: Server, person: Holder, fileId: number): Promise<number> {
  const token = await tokenOf(server, person);
  const own = await send<Assignment[]>(server, 'GET', '/api/employee-files', token);
  const assignment = own.find(({ file_id }) => file_id === fileId);
  const { submission_id } = await send<{ submission_id: number }>(
    server,
    'POST',
    `/api/employee-files/${assignment?.assignment_id}/submissions`,
    token,
    formOf({}, unique('signed')),
  );
  return submission_id;
}
