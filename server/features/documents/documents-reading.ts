import { type Document, documentsEvent } from '#contract/documents.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import type { Ground } from '../../platform/ground.ts';
import { type JsonPage, jsonPage, jsonPieces } from '../../platform/json-pieces.ts';
import type { Kind } from './documents.queries.ts';
import { type Reader, selectDocuments } from './documents-lists.queries.ts';
import { markDelivered, selectUndelivered } from './documents-receipts.queries.ts';
import type { Actor } from './documents-writing.ts';

/** Rows that are read at once: few enough that others wait a few milliseconds. */
const piece = 2_000;

export interface Asked extends Reader {
  kind: Kind;
  ip: string;
  /** False for HEAD: nobody sees the list, so nothing is delivered by it. */
  isRead: boolean;
}

/** Where a document stands in the list. */
function placeOf({ json }: { json: string }): Cursor {
  const { uploaded_at, file_id } = JSON.parse(json) as Document;
  return { at: uploaded_at, id: file_id };
}

/** Marks what is listed for a person for the first time; the list goes out even when that fails. */
export async function noteDelivery(
  ground: Ground,
  kind: Kind,
  fresh: readonly { file_id: number; revision: number }[],
  by: Actor,
): Promise<void> {
  if (fresh.length === 0) return;
  const now = ground.now();
  try {
    await ground.db.transaction().execute(async (tx) => {
      await markDelivered(tx, ground.engine, by.userId, fresh, now.toISOString());
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
  { kind, ip, isRead, ...reader }: Asked,
  limit: number,
  before: Cursor | null,
): Promise<JsonPage> {
  const { db, engine } = ground;
  const { userId } = reader;
  const found = await selectDocuments(db, engine, kind, reader, limit + 1, before);
  const [newest, oldest] = [found[0], found.slice(0, limit).at(-1)];
  if (isRead && newest && oldest) {
    const fresh = await selectUndelivered(db, kind, userId, placeOf(newest), placeOf(oldest));
    await noteDelivery(ground, kind, fresh, { userId, ip });
  }
  return jsonPage(found, limit, placeOf);
}

/** All documents of a kind, as pieces of one JSON list. */
export function allDocuments(ground: Ground, asked: Asked): AsyncGenerator<string> {
  return jsonPieces((before) => listDocuments(ground, asked, piece, before));
}
