import {
  type CannedReply,
  cannedRepliesEvent,
  createCannedReply as createEndpoint,
  maxCannedReplies,
  type updateCannedReply as updateEndpoint,
} from '#contract/canned-replies.ts';
import { cannedReplies as messages } from '#contract/messages/canned-replies.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import {
  deleteRecord,
  insertRecord,
  selectRecordForUpdate,
  updateRecord,
} from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  type CannedReplyRow,
  countCannedRepliesForUpdate,
  selectCannedReplies,
} from './canned-replies.queries.ts';

function toDto({ created_at: _, ...fields }: CannedReplyRow): CannedReply {
  return fields;
}

const auditTarget = (id: number, label: string) => ({ kind: 'canned-reply', id, label });

/** Titles compare the same in both databases. */
const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** All canned replies, by title. */
export async function listCannedReplies(db: Db): Promise<CannedReply[]> {
  const rows = (await selectCannedReplies(db)).map(toDto);
  return rows.sort((one, other) => order.compare(one.title, other.title));
}

/** Adds a canned reply, once per Idempotency-Key; 409 when there are too many. */
export function createCannedReply(
  ctx: AppContext,
  body: BodyOf<typeof createEndpoint>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; reply_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async ({ tx, now, audit, publish }) => {
      if ((await countCannedRepliesForUpdate(tx)) >= maxCannedReplies) {
        throw conflict(messages.tooMany(maxCannedReplies));
      }
      const reply_id = await insertRecord(tx, 'canned_replies', {
        ...body,
        created_at: now.toISOString(),
      });
      await audit({ action: 'canned-reply.create', target: auditTarget(reply_id, body.title) });
      publish('admins', cannedRepliesEvent);
      return { message: messages.added, reply_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Changes the keys that are sent; 409 with the current canned reply when the version is stale. */
export function updateCannedReply(
  ctx: AppContext,
  id: number,
  { version, ...fields }: BodyOf<typeof updateEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, publish }) => {
    const row = await selectRecordForUpdate(tx, 'canned_replies', id);
    const before = await currentRow(row, version, toDto, messages.gone);
    const change = changedColumns(before, fields);
    if (Object.keys(change).length > 0) {
      await updateRecord(tx, 'canned_replies', id, change);
      const target = auditTarget(id, change.title ?? before.title);
      await audit({
        action: 'canned-reply.update',
        target,
        detail: { changed: Object.keys(change) },
      });
      publish('admins', cannedRepliesEvent);
    }
    return { message: messages.updated };
  });
}

/** Deletes a canned reply; 404 when there is none. */
export function deleteCannedReply(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, publish }) => {
    const row = await deleteRecord(tx, 'canned_replies', id);
    if (!row) throw notFound(messages.gone);
    await audit({ action: 'canned-reply.delete', target: auditTarget(id, row.title) });
    publish('admins', cannedRepliesEvent);
    return { message: messages.deleted };
  });
}
