import type { BodyOf } from '#contract/endpoint.ts';
import { documents } from '#contract/messages/documents.ts';
import { settlementDrops as say } from '#contract/messages/settlement-drops.ts';
import type { publishDrop as publishEndpoint } from '#contract/settlement-drops.ts';
import type { Db } from '../../database/open.ts';
import { conflict, invalid, notFound, Refusal } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import {
  type Actor,
  addDocument,
  assertUsers,
  type Told,
  tell,
} from '../documents/documents.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  countDropFiles,
  deleteDrop,
  lockDrop,
  removeDropFiles,
  selectObjects,
} from './settlement-drops.queries.ts';
import { recordOnDrop } from './settlement-drops.service.ts';

type Entry = BodyOf<typeof publishEndpoint>['entries'][number];

async function assertDrivers(tx: Db, ground: Ground, entries: readonly Entry[]): Promise<void> {
  try {
    await assertUsers(tx, ground, [...new Set(entries.map(({ user_id }) => user_id))]);
  } catch (error) {
    // The sentence about a checklist would not fit here.
    if (error instanceof Refusal && error.status === 400) {
      throw invalid({ entries: say.goneUser }, say.goneUser);
    }
    throw error;
  }
}

/** The files leave the drop, with their rows in the storage's list; 409 when one of them is not there. */
async function takeFiles(tx: Db, ground: Ground, dropId: number, entries: readonly Entry[]) {
  const ids = entries.map(({ drop_file_id }) => drop_file_id);
  const removed = await removeDropFiles(tx, ground.engine, dropId, ids);
  const files = new Map(removed.map((file) => [file.drop_file_id, file]));
  const keys = removed.map(({ object_key }) => object_key);
  const objects = await selectObjects(tx, keys);
  return entries.map(({ drop_file_id, user_id, file_name }) => {
    const file = files.get(drop_file_id);
    const object = file && objects.get(file.object_key);
    if (!object) throw conflict(say.goneFile);
    return { object, userId: user_id, fileName: file_name || file.file_name };
  });
}

/** One notice for each driver, however many files. */
async function notifyDrivers(
  tx: Db,
  ground: Ground,
  files: readonly { userId: number; fileName: string }[],
  by: Actor,
): Promise<Told> {
  const notices: Told['notices'] = [];
  const byDriver = Map.groupBy(files, ({ userId }) => userId);
  for (const [userId, [first, ...others]] of byDriver) {
    const message =
      first && others.length === 0
        ? documents.kinds.settlements.notice(first.fileName)
        : say.notice(others.length + 1);
    const recipients = [userId];
    const notice = { message, recipients, senderId: by.userId };
    notices.push({ recipients, event: await notify(tx, ground.now(), notice) });
  }
  return { notices, people: [...byDriver.keys()] };
}

/** The files become settlements in the caller's transaction; all of them or none. */
async function publishEntries(
  tx: Db,
  ground: Ground,
  dropId: number,
  entries: readonly Entry[],
  by: Actor,
): Promise<Told> {
  const ids = new Set(entries.map(({ drop_file_id }) => drop_file_id));
  if (ids.size < entries.length) throw invalid({ entries: say.twice }, say.twice);
  if (!(await lockDrop(tx, dropId))) throw notFound(say.gone);
  await assertDrivers(tx, ground, entries);
  const files = await takeFiles(tx, ground, dropId, entries);
  for (const { object, userId, fileName } of files) {
    const document = {
      kind: 'settlements' as const,
      object,
      isStored: true,
      isQuiet: true,
      fileName,
      userIds: [userId],
      acknowledge: 0 as const,
    };
    await addDocument(tx, ground, document, by);
  }
  const told = await notifyDrivers(tx, ground, files, by);
  if ((await countDropFiles(tx, dropId)) === 0) await deleteDrop(tx, dropId);
  await recordOnDrop(tx, ground.now(), by, 'publish', dropId, { files: files.length });
  return told;
}

/**
 * Publishes files of a drop, each to one person, once per Idempotency-Key; a drop that is empty then goes.
 * 404: the drop is gone; 409: one of the files is; 400: somebody has no open account. Nothing is published then.
 */
export async function publishDrop(
  ground: Ground,
  dropId: number,
  entries: readonly Entry[],
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; published: number }> {
  const attempt = {
    caller: `user ${by.userId}`,
    call: 'publishDrop',
    key,
    body: { dropId, entries },
    status: 200,
  };
  let told: Told | null = null;
  const { reply } = await once(ground.db, ground.now(), attempt, async (tx) => {
    told = await publishEntries(tx, ground, dropId, entries, by);
    return { message: say.published(entries.length), published: entries.length };
  });
  if (told) tell(ground, told);
  return reply;
}
