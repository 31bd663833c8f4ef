/** Uploads employee files and submits versions through the API. */
import type { Assignment } from '#contract/employee-files.ts';
import type { RunningServer } from '../harness/server.ts';
import { addDocument, type Driver, formOf, withUserId } from './documents-api.ts';
import { send, tokenOf, unique } from './office-api.ts';
import { newStaff, type Staff } from './users-api.ts';

type Server = Pick<RunningServer, 'url'>;

export type Holder = Staff & Driver;

/** A new employee with a name. */
export async function newHolder(
  server: Server,
  hours?: Parameters<typeof newStaff>[1],
): Promise<Holder> {
  return withUserId(server, await newStaff(server, hours));
}

/** Uploads a file for these people; returns its id and name. */
export function assignFile(
  server: Server,
  people: readonly Holder[],
  acknowledge: 0 | 1 = 0,
): Promise<{ id: number; name: string }> {
  return addDocument(server, 'employee-files', people, { name: unique('W-4'), acknowledge });
}

/** Submits a version of that file; returns its id. */
export async function returnFile(server: Server, person: Holder, fileId: number): Promise<number> {
  const token = await tokenOf(server, person);
  const own = await send<Assignment[]>(server, 'GET', '/api/employee-files', token);
  const assignment = own.find(({ file_id }) => file_id === fileId);
  const path = `/api/employee-files/${assignment?.assignment_id}/submissions`;
  type Reply = { submission_id: number };
  return (await send<Reply>(server, 'POST', path, token, formOf({}))).submission_id;
}
