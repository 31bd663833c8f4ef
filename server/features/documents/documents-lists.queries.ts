import { sql } from 'kysely';
import { jsonLine, unindexed } from '../../database/expressions.ts';
import { preparedLines } from '../../database/json-lines.ts';
import type { Db } from '../../database/open.ts';
import type { Kind } from './documents.queries.ts';

/** The reader of a list: admins see every document, employees their own. */
export interface Reader {
  userId: number;
  isAdmin: boolean;
}

/** What both queries below get. */
interface Asked {
  userId: number;
  /** `userId` for an employee's own documents, as text; undefined for all. */
  onlyOf?: string | undefined;
}

export const askedBy = ({ userId, isAdmin }: Reader): Asked => ({
  userId,
  onlyOf: isAdmin ? undefined : String(userId),
});

function documentsFor(db: Db, { userId, onlyOf }: Asked) {
  const ids = onlyOf ? sql`cast(${onlyOf} as text)` : sql.ref('d.user_ids');
  const count = (column: string) => [onlyOf ? sql`'null'` : sql.ref(column), 'raw'] as const;
  const json = jsonLine(db, {
    file_id: [sql.ref('d.file_id'), 'raw'],
    file_name: [sql.ref('d.file_name'), 'text'],
    file_path: [sql.ref('d.object_key'), 'plain'],
    assigned_user_ids: [sql`'[' || ${ids} || ']'`, 'raw'],
    uploaded_at: [sql.ref('d.uploaded_at'), 'plain'],
    version: [sql.ref('d.version'), 'raw'],
    revision: [sql.ref('d.revision'), 'raw'],
    kind: [sql.ref('d.content_kind'), 'plain'],
    size: [sql.ref('d.size'), 'raw'],
    acknowledge: [sql.ref('d.acknowledge'), 'raw'],
    opened_at: [sql.ref('r.opened_at'), 'text'],
    acknowledged_at: [sql.ref('r.acknowledged_at'), 'text'],
    opened_count: count('d.opened_count'),
    acknowledged_count: count('d.acknowledged_count'),
    net_pay: [sql.ref('rev.net_pay_cents'), 'cents'],
    period_from: [sql.ref('rev.period_from'), 'text'],
    period_to: [sql.ref('rev.period_to'), 'text'],
    unreadable: [
      onlyOf ? sql`'false'` : sql`case rev.unreadable when 1 then 'true' else 'false' end`,
      'raw',
    ],
  });
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
    .select(json.as('json'));
  return onlyOf ? query.where('a.user_id', '=', userId) : query;
}

/** A page of a kind; those after `at` and `id`, if given. */
interface PageAsked extends Asked {
  kind: Kind;
  limit: number;
  at?: string | undefined;
  id?: number | undefined;
}

/**
 * Documents of a kind as JSON, newest upload first.
 * The database writes the JSON: row objects took most of the time of a long list.
 */
export const selectDocuments = preparedLines((db, asked: PageAsked) => {
  const { kind, limit, at, id, onlyOf } = asked;
  let query = documentsFor(db, asked)
    .where('d.kind', '=', kind)
    .orderBy(onlyOf ? unindexed('d.uploaded_at') : sql.ref('d.uploaded_at'), 'desc')
    .orderBy('d.file_id', 'desc')
    .limit(limit);
  if (at && id) {
    // A row comparison uses the index.
    query = query.where((eb) =>
      eb(eb.refTuple('d.uploaded_at', 'd.file_id'), '<', eb.tuple(at, id)),
    );
  }
  return query;
});

/** A document as the reader's list has it; undefined when there is none. */
export async function selectDocument(
  db: Db,
  fileId: number,
  reader: Reader,
): Promise<string | undefined> {
  const row = await documentsFor(db, askedBy(reader))
    .where('d.file_id', '=', fileId)
    .executeTakeFirst();
  return row?.json;
}
