import type {
  updateEmployeeFile as updateEndpoint,
  uploadEmployeeFile as uploadEndpoint,
} from '#contract/employee-files.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Ground } from '../../platform/ground.ts';
import {
  type Actor,
  dropDocument,
  reviseDocument,
  type Sent,
  uploadDocument,
} from '../documents/documents.service.ts';
import { readFiles } from './employee-files-reading.ts';

const kind = 'employee-files';

/** With the people of a file, what waits for an admin's judgement may change. */
async function tellAdmins<T>({ realtime }: Ground, writing: Promise<T>): Promise<T> {
  const reply = await writing;
  realtime.toAdmins(badgesEvent);
  return reply;
}

/** Stores a file and hands it out, once per Idempotency-Key; an unknown user is 400. */
export function uploadFile(
  ground: Ground,
  sent: Sent<BodyOf<typeof uploadEndpoint>>,
  by: Actor,
  key: string | undefined,
) {
  return tellAdmins(ground, uploadDocument(ground, kind, sent, by, key));
}

/** Changes the keys that are sent; a stale version is 409 with the file as it is now. */
export function reviseFile(
  ground: Ground,
  fileId: number,
  sent: Sent<BodyOf<typeof updateEndpoint>>,
  by: Actor,
) {
  const present = async (tx: Ground['db']) => (await readFiles(tx, fileId))[0];
  return tellAdmins(ground, reviseDocument(ground, kind, fileId, sent, by, present));
}

/** Deletes a file with its assignments, its receipts and every version that was sent back. */
export function deleteFile(ground: Ground, fileId: number, by: Actor) {
  return tellAdmins(ground, dropDocument(ground, kind, fileId, by));
}
