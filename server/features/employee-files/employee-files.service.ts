import type {
  updateEmployeeFile as updateEndpoint,
  uploadEmployeeFile as uploadEndpoint,
} from '#contract/employee-files.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { documents as say } from '#contract/messages/documents.ts';
import { badgesEvent } from '#contract/portal.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import {
  type Actor,
  addDocument,
  changeDocument,
  removeDocument,
  type Told,
  tell,
} from '../documents/documents.service.ts';
import { dropBytes, storeObject } from '../files/files.service.ts';
import { readFiles } from './employee-files-reading.ts';

const kind = 'employee-files';

/** Tells the open pages; with the people of a file, what waits for an admin's judgement may change too. */
function tellAll(ground: Ground, told: Told): void {
  tell(ground, told);
  ground.realtime.toAdmins(badgesEvent);
}

/** Stores a file and hands it out, once per Idempotency-Key; an unknown user is 400. */
export async function uploadFile(
  ground: Ground,
  body: BodyOf<typeof uploadEndpoint>,
  upload: TemporaryFile | null,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; file_id: number }> {
  const attempt = {
    caller: `user ${by.userId}`,
    call: 'uploadEmployeeFile',
    key,
    body: { ...body, file: upload?.sha256 ?? null },
    status: 201,
  };
  let told: Told | null = null;
  const reply = await storeObject(ground, kind, upload, (object) =>
    once(ground.db, ground.now(), attempt, async (tx) => {
      if (!object) throw new Error('the endpoint asks for a file');
      const { file_name: fileName, user_ids: userIds, acknowledge } = body;
      const added = await addDocument(
        tx,
        ground,
        { kind, object, fileName, userIds, acknowledge },
        by,
      );
      told = added.told;
      return { message: say.uploaded, file_id: added.fileId };
    }),
  );
  if (told) tellAll(ground, told);
  return reply;
}

/** Changes the keys that are sent; a stale version is 409 with the file as it is now. */
export async function reviseFile(
  ground: Ground,
  fileId: number,
  body: BodyOf<typeof updateEndpoint>,
  upload: TemporaryFile | null,
  by: Actor,
): Promise<{ message: string }> {
  const { file_name: fileName, user_ids: userIds, acknowledge, version } = body;
  const { oldKey, told } = await storeObject(ground, kind, upload, async (object) => ({
    reply: await ground.db
      .transaction()
      .execute((tx) =>
        changeDocument(
          tx,
          ground,
          { kind, fileId, fileName, userIds, acknowledge, object, version },
          by,
          async () => (await readFiles(tx, fileId))[0],
        ),
      ),
    replayed: false,
  }));
  tellAll(ground, told);
  if (oldKey) await dropBytes(ground, oldKey);
  return { message: say.updated };
}

/** Deletes a file with its assignments, its receipts and every version that was sent back. */
export async function deleteFile(
  ground: Ground,
  fileId: number,
  by: Actor,
): Promise<{ message: string }> {
  const { keys, told } = await ground.db
    .transaction()
    .execute((tx) => removeDocument(tx, ground, { kind, fileId }, by));
  tellAll(ground, told);
  for (const key of keys) await dropBytes(ground, key);
  return { message: say.deleted };
}
