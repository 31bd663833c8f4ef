import { type Document, documentsEvent } from '#contract/documents.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Cursor } from '../../platform/cursor.ts';
import {
  endsOf,
  type JsonChunks,
  type JsonPage,
  jsonPage,
  streamJson,
} from '../../platform/json-stream.ts';
import { type Actor, writeTransaction } from '../../platform/writes.ts';
import type { Kind } from './documents.queries.ts';
import { askedBy, type Reader, selectDocuments } from './documents-lists.queries.ts';
import { markDelivered, selectUndelivered } from './documents-receipts.queries.ts';

/** Rows per query: few enough to block other requests for milliseconds only. */
const chunkRows = 2_000;

export interface ListRequest extends Reader {
  kind: Kind;
  ip: string;
  /** False for HEAD, which isn't a delivery. */
  isRead: boolean;
}

const cursorOf = ({ uploaded_at, file_id }: Document): Cursor => ({ at: uploaded_at, id: file_id });

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

/** A page of documents as a JSON list, newest upload first; documents assigned to the reader count as delivered. */
export async function listDocuments(
  ctx: AppContext,
  { kind, ip, isRead, ...reader }: ListRequest,
  limit: number,
  before: Cursor | null,
): Promise<JsonPage> {
  const { db } = ctx;
  const { userId } = reader;
  const found = await selectDocuments(db, {
    ...askedBy(reader),
    ...{ kind, limit: limit + 1, ...before },
  });
  const page = jsonPage(found, limit, cursorOf);
  if (isRead && found.count > 0) {
    const [newest, oldest] = endsOf<Document>(page.json);
    const ends = [cursorOf(newest), cursorOf(oldest)] as const;
    const fresh = await selectUndelivered(db, kind, userId, ...ends);
    await noteDelivery(ctx, kind, fresh, { userId, ip });
  }
  return page;
}

/** All documents of a kind, as chunks of one JSON list. */
export function allDocuments(ctx: AppContext, asked: ListRequest): JsonChunks {
  return streamJson((before) => listDocuments(ctx, asked, chunkRows, before));
}
