import { documentsEvent } from '#contract/documents.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import type { Ground } from '../../platform/ground.ts';
import { type JsonPage, jsonPage, jsonPieces } from '../../platform/json-pieces.ts';
import type { Kind } from './documents.queries.ts';
import { type DocumentText, type Reader, selectDocuments } from './documents-lists.queries.ts';
import { markDelivered } from './documents-receipts.queries.ts';
import type { Actor } from './documents-writing.ts';

/** Rows that are read at once: few enough that others wait a few milliseconds. */
const piece = 2_000;

export interface Asked extends Reader {
  kind: Kind;
  ip: string;
}

/** Marks what was listed for the first time; the list goes out even when that fails. */
export async function noteDelivery(
  ground: Ground,
  kind: Kind,
  listed: readonly Pick<DocumentText, 'file_id' | 'revision' | 'is_new'>[],
  by: Actor,
): Promise<void> {
  const fresh = listed.filter((row) => row.is_new === 1);
  if (fresh.length === 0) return;
  const now = ground.now();
  try {
    await ground.db.transaction().execute(async (tx) => {
      await markDelivered(tx, by.userId, fresh, now.toISOString());
      const file_ids = fresh.map((row) => row.file_id);
      await recordAudit(tx, now, { ...by, action: 'document.deliver', detail: { kind, file_ids } });
    });
    ground.realtime.toAdmins(documentsEvent);
  } catch (error) {
    ground.log.error({ err: error }, 'the delivery of documents could not be written down');
  }
}

/** A page of documents as a JSON list, newest upload first; what the reader was given counts as delivered. */
export async function listDocuments(
  ground: Ground,
  { kind, ip, ...reader }: Asked,
  limit: number,
  before: Cursor | null,
): Promise<JsonPage> {
  const { db, engine } = ground;
  const found = await selectDocuments(db, engine, kind, reader, limit + 1, before);
  await noteDelivery(ground, kind, found.slice(0, limit), { userId: reader.userId, ip });
  return jsonPage(found, limit, (row) => ({ at: row.uploaded_at, id: row.file_id }));
}

/** All documents of a kind, as pieces of one JSON list. */
export function allDocuments(ground: Ground, asked: Asked): AsyncGenerator<string> {
  return jsonPieces((before) => listDocuments(ground, asked, piece, before));
}
