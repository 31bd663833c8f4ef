import { documents } from '#contract/messages/documents.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { publishDrop as publishEndpoint } from '#contract/settlement-drops.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, HttpError, invalid, notFound } from '../../platform/runtime/errors.ts';
import { type Actor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import {
  assertUsers,
  createDocument,
  publishDocuments,
  subjectOf,
} from '../documents/documents.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  countDropFiles,
  deleteDrop,
  removeDropFiles,
  selectDropForUpdate,
  selectObjects,
  selectPeople,
} from './settlement-drops.queries.ts';
import { recordDropWrite } from './settlement-drops.service.ts';
import { fitIn, readFileOf } from './settlement-finding.ts';
import { selectFormats } from './settlement-formats.queries.ts';

type Entry = BodyOf<typeof publishEndpoint>['entries'][number];

async function assertDrivers(tx: Db, entries: readonly Entry[]): Promise<void> {
  try {
    await assertUsers(tx, [...new Set(entries.map(({ user_id }) => user_id))]);
  } catch (error) {
    // The message about unknown users is written for a checklist.
    if (error instanceof HttpError && error.status === 400) {
      throw invalid({ entries: messages.goneUser }, messages.goneUser);
    }
    throw error;
  }
}

/** Removes the files from the drop and returns them with their objects; 409 when one is missing. */
async function takeFiles(tx: Db, dropId: number, entries: readonly Entry[]) {
  const ids = entries.map(({ drop_file_id }) => drop_file_id);
  const removed = await removeDropFiles(tx, dropId, ids);
  const files = new Map(removed.map((file) => [file.drop_file_id, file]));
  const keys = removed.map(({ object_key }) => object_key);
  const objects = await selectObjects(tx, keys);
  const [formats, people] = [await selectFormats(tx), await selectPeople(tx)];
  return entries.map(({ drop_file_id, user_id, file_name }) => {
    const file = files.get(drop_file_id);
    const object = file && objects.get(file.object_key);
    if (!object) throw conflict(messages.goneFile);
    const fileName = file_name || file.file_name;
    const readingAttempts = file.note === 'slow' ? 1 : 0;
    const { fit } = fitIn(formats, readFileOf(file), people);
    return { object, userId: user_id, fileName, read: fit, readingAttempts };
  });
}

/** Notifies each driver once, however many files there are. */
async function notifyDrivers(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  files: readonly { userId: number; fileName: string; fileId: number }[],
): Promise<void> {
  const byDriver = Map.groupBy(files, ({ userId }) => userId);
  const notifications = [...byDriver].map(([userId, [first, ...others]]) => ({
    ...subjectOf('settlements', others.length === 0 ? first?.fileId : undefined),
    message: () =>
      first && others.length === 0
        ? documents.kinds.settlements.notice(first.fileName)
        : documents.newSettlements(others.length + 1),
    recipients: [userId],
  }));
  await notify(ctx, write, actor.userId, notifications);
  publishDocuments(write, 'settlements', [...byDriver.keys()]);
}

/** Turns the files into settlements; all of them or none. */
async function publishEntries(
  ctx: AppContext,
  write: Write,
  actor: Actor,
  dropId: number,
  entries: readonly Entry[],
): Promise<void> {
  const { tx } = write;
  const ids = new Set(entries.map(({ drop_file_id }) => drop_file_id));
  if (ids.size < entries.length) throw invalid({ entries: messages.twice }, messages.twice);
  if (!(await selectDropForUpdate(tx, dropId))) throw notFound(messages.gone);
  await assertDrivers(tx, entries);
  const files = await takeFiles(tx, dropId, entries);
  const published: { userId: number; fileName: string; fileId: number }[] = [];
  for (const { object, userId, fileName, ...reading } of files) {
    const fileId = await createDocument(ctx, write, actor, {
      kind: 'settlements',
      object,
      isStored: true,
      isQuiet: true,
      fileName,
      userIds: [userId],
      acknowledge: 0,
      ...reading,
    });
    published.push({ userId, fileName, fileId });
  }
  await notifyDrivers(ctx, write, actor, published);
  if ((await countDropFiles(tx, dropId)) === 0) await deleteDrop(tx, dropId);
  await recordDropWrite(write, 'publish', dropId, { files: files.length });
}

/**
 * Publishes files of a drop, each to one person, once per Idempotency-Key; an empty drop is deleted.
 * 404: the drop is gone; 409: one of the files is; 400: someone has no open account. Then nothing is published.
 */
export function publishDrop(
  ctx: AppContext,
  dropId: number,
  entries: readonly Entry[],
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; published: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      await publishEntries(ctx, write, actor, dropId, entries);
      return { message: messages.published(entries.length), published: entries.length };
    },
    { endpoint: publishEndpoint, key, body: { dropId, entries } },
  );
}
