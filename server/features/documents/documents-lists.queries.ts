import { newestFirst, unindexed } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/http/lists.ts';
import type { Kind } from './documents.queries.ts';

/** The reader of a list: admins see every document, employees their own. */
export interface Reader {
  userId: number;
  isAdmin: boolean;
}

export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

function documentsFor(db: Db, { userId, isAdmin }: Reader) {
  const query = db
    .selectFrom('documents as d')
    .leftJoin('document_assignments as a', (join) =>
      join
        .onRef('a.file_id', '=', 'd.file_id')
        .on('a.user_id', '=', userId)
        .on('a.removed_at', 'is', null),
    )
    .leftJoin('document_receipts as r', (join) =>
      join
        .onRef('r.file_id', '=', 'a.file_id')
        .onRef('r.revision', '=', 'd.revision')
        .onRef('r.user_id', '=', 'a.user_id'),
    )
    .leftJoin('document_revisions as rev', (join) =>
      join.onRef('rev.file_id', '=', 'd.file_id').onRef('rev.revision', '=', 'd.revision'),
    )
    .select(['d.file_id', 'd.file_name', 'd.file_name_es', 'd.object_key', 'd.user_ids'])
    .select((eb) => {
      const spanish = eb.selectFrom('objects').whereRef('key', '=', 'd.object_key_es');
      // Few documents have one, and a lookup that finds nothing takes time, too.
      const has = eb.case().when('d.object_key_es', 'is not', null);
      return [
        'd.object_key_es',
        has.then(spanish.select('kind')).end().as('kind_es'),
        has.then(spanish.select('size')).end().as('size_es'),
      ];
    })
    .select([
      'd.uploaded_at',
      'd.version',
      'd.revision',
      'd.content_kind',
      'd.size',
      'd.acknowledge',
    ])
    .select(['d.opened_count', 'd.acknowledged_count', 'a.user_id as assigned_to'])
    .select(['r.delivered_at', 'r.opened_at', 'r.acknowledged_at'])
    .select(['rev.net_pay_cents', 'rev.period_from', 'rev.period_to', 'rev.unreadable']);
  return isAdmin ? query : query.where('a.user_id', '=', userId);
}

/** Documents of a kind, newest upload first. */
export async function selectDocuments(
  db: Db,
  reader: Reader & { kind: Kind },
  before: Cursor | null,
  limit: number,
) {
  const uploaded = reader.isAdmin ? 'd.uploaded_at' : unindexed('d.uploaded_at');
  const query = documentsFor(db, reader).where('d.kind', '=', reader.kind);
  return newestFirst(query, [uploaded, 'd.file_id'], before, limit).execute();
}

/** A document as the reader's list has it; undefined when there is none. */
export async function selectDocument(
  db: Db,
  fileId: number,
  reader: Reader,
): Promise<DocumentRow | undefined> {
  return documentsFor(db, reader).where('d.file_id', '=', fileId).executeTakeFirst();
}
