import { type Document, documentsEvent } from '#contract/documents.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import type { Kind } from './documents.queries.ts';
import { type DocumentRow, type Reader, selectDocuments } from './documents-lists.queries.ts';
import { markDelivered } from './documents-receipts.queries.ts';

export interface ListRequest {
  kind: Kind;
  ip: string;
  /** False for HEAD, which isn't a delivery. */
  isRead: boolean;
}

/** A document in the list of a reader: employees see only themselves among its people. */
export function toDto(row: DocumentRow, { userId, isAdmin }: Reader): Document {
  return {
    file_id: row.file_id,
    file_name: row.file_name,
    file_name_es: row.file_name_es || undefined,
    file_path_es: row.object_key_es ?? undefined,
    kind_es: row.kind_es ?? undefined,
    size_es: row.size_es ?? undefined,
    file_path: row.object_key,
    assigned_user_ids: isAdmin ? JSON.parse(`[${row.user_ids}]`) : [userId],
    uploaded_at: row.uploaded_at,
    version: row.version,
    revision: row.revision,
    kind: row.content_kind as Document['kind'],
    size: row.size,
    acknowledge: row.acknowledge as Document['acknowledge'],
    opened_at: row.opened_at,
    acknowledged_at: row.acknowledged_at,
    opened_count: isAdmin ? row.opened_count : null,
    acknowledged_count: isAdmin ? row.acknowledged_count : null,
    net_pay: row.net_pay_cents === null ? null : row.net_pay_cents / 100,
    period_from: row.period_from,
    period_to: row.period_to,
    unreadable: isAdmin && row.unreadable === 1,
  };
}

/** Records the first delivery of documents to a person. Failures are logged, not thrown: the list must still be sent. */
export async function noteDelivery(
  ctx: AppContext,
  kind: Kind,
  fresh: readonly { file_id: number; revision: number }[],
  actor: Actor,
): Promise<void> {
  if (fresh.length === 0) return;
  try {
    await writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
      await markDelivered(tx, actor.userId, fresh, now.toISOString());
      const file_ids = fresh.map((row) => row.file_id);
      await audit({ action: 'document.deliver', detail: { kind, file_ids } });
      publish('admins', documentsEvent);
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'failed to record document deliveries');
  }
}

/** Documents of a kind, newest upload first; those assigned to the reader count as delivered, unless `isRead` is false. */
export function listDocuments(
  ctx: AppContext,
  { userId, role }: Pick<AuthUser, 'userId' | 'role'>,
  { kind, ip, isRead }: ListRequest,
): ReadPage<Document> {
  const reader = { kind, userId, isAdmin: role === 'admin' };
  return async (before, limit) => {
    const found = await selectDocuments(ctx.db, reader, before, limit);
    const { rows, end } = pageOf(found, limit, (row) => ({ at: row.uploaded_at, id: row.file_id }));
    const fresh = rows.filter((row) => row.assigned_to !== null && row.delivered_at === null);
    if (isRead) await noteDelivery(ctx, kind, fresh, { userId, ip });
    return { rows: rows.map((row) => toDto(row, reader)), end };
  };
}
