import type { refuseDriverDocument } from '#contract/driver-file.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { deleteRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { type Actor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { deleteObjects } from '../files/files.service.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { changeDocument, restoreChecked, selectItemOf } from './driver-file.queries.ts';
import {
  auditTarget,
  itemForUpdate,
  linkOf,
  notifyDriver,
  publishChange,
  requireFresh,
} from './driver-file.service.ts';
import type { ItemKey } from './driver-file-reading.ts';

/** The item of a document of an open account, locked until the transaction ends; 404 without one. */
async function itemOfDocument(write: Write, id: number) {
  const key = (await selectItemOf(write.tx, id)) as ItemKey | undefined;
  if (!key) throw notFound(messages.notFound);
  return { key, ...(await itemForUpdate(write, key)) };
}

/** Refuses an unchecked document; it stays in the history, and the driver reads the reason. */
export function refuseDocument(
  ctx: AppContext,
  id: number,
  { reason, version: seen }: BodyOf<typeof refuseDriverDocument>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { key, driver, waiting, refused, item } = await itemOfDocument(write, id);
    await requireFresh(item, seen);
    const before = waiting ?? refused;
    if (before?.document_id !== id) throw conflict(messages.nothingWaits);
    if (before === refused && before.reason === reason) return { message: messages.refused };
    const version = item.version + 1;
    await changeDocument(write.tx, id, { state: 'refused', reason, version });
    await write.audit({
      action: 'driver-file.refuse',
      target: auditTarget(id, driver, key.kind),
      detail: { employee_id: key.employee_id },
    });
    const textOf = (kind: string) => messages.rejected(kind, reason);
    await notifyDriver(ctx, write, actor, driver, key, textOf);
    publishChange(write, driver);
    return { message: messages.refused };
  });
}

/** Deletes a document with its file; the one checked before a current one counts again. 404 when it is gone. */
export function deleteDocument(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { key, driver, waiting, item } = await itemOfDocument(write, id);
    const row = await deleteRecord(write.tx, 'driver_documents', id);
    if (!row) throw notFound(messages.notFound);
    const isOfWaiting = waiting !== undefined && waiting.document_id !== id;
    if (row.state !== 'past' && !isOfWaiting) await withdraw(write, [linkOf(key)]);
    if (row.state === 'current') await restoreChecked(write.tx, key, item.version + 1);
    await deleteObjects(ctx, write, [row.object_key]);
    await write.audit({
      action: 'driver-file.delete',
      target: auditTarget(id, driver, key.kind),
      detail: { employee_id: key.employee_id, state: row.state },
    });
    await notifyDriver(ctx, write, actor, driver, key, (kind) => messages.removed(kind));
    publishChange(write, driver);
    return { message: messages.deleted };
  });
}
