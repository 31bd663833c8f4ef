import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

type Row = Record<string, unknown>;

/** Values per statement: both databases limit the number of parameters. */
const perStatement = 500;

/** The rows of a table in which one of the columns has one of its values. */
export async function selectRowsOf(
  db: Db,
  table: string,
  columns: readonly string[],
  found: Readonly<Record<string, readonly (string | number)[]>>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (const [column, values] of Object.entries(found)) {
    for (let start = 0; start < values.length; start += perStatement) {
      const some = sql.join(values.slice(start, start + perStatement));
      const query = sql<Row>`select ${list} from ${sql.table(table)} where ${sql.ref(column)} in (${some})`;
      for (const row of (await query.execute(db)).rows) rows.set(JSON.stringify(row), row);
    }
  }
  return [...rows.values()];
}

/** Audit entries by a user, and about records, with ids in a range. */
async function selectAuditOf(
  db: Db,
  userId: number | null,
  records: readonly AuditedRecords[],
  [after, last]: readonly [after: number, last: number],
) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'user_id', 'action', 'target_kind', 'target_id', 'label', 'ip', 'detail'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where((eb) =>
      eb.or([
        ...(userId === null ? [] : [eb('user_id', '=', userId)]),
        ...records
          .filter(({ ids }) => ids.length > 0)
          .map(({ kind, ids }) =>
            eb.and([eb('target_kind', '=', kind), eb('target_id', 'in', ids.map(String))]),
          ),
      ]),
    )
    .orderBy('id')
    .execute();
}

interface AuditedRecords {
  kind: string;
  ids: readonly number[];
}

/** Ids per query: some 15 ms of the event loop on SQLite if all of them are the person's. */
const auditRange = 5000;

/** Audit entries by a user, and about records, in pages. */
export async function* auditPagesOf(
  db: Db,
  userId: number | null,
  records: readonly AuditedRecords[],
) {
  const { first, last } = await db
    .selectFrom('audit')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  for (let after = Number(first) - 1; after < Number(last); after += auditRange) {
    yield await selectAuditOf(db, userId, records, [after, after + auditRange]);
  }
}

const messagesPerPage = 500;

/** The columns of all messages that a user sent or received, in pages, one conversation after another. */
export async function* messagePagesOf(
  db: Db,
  columns: readonly string[],
  userId: number,
): AsyncGenerator<Row[]> {
  const conversations = await db
    .selectFrom('conversations')
    .select(['low_id', 'high_id'])
    .where((eb) => eb.or([eb('low_id', '=', userId), eb('high_id', '=', userId)]))
    .orderBy('low_id')
    .orderBy('high_id')
    .execute();
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (const { low_id, high_id } of conversations) {
    for (let after = 0, isLast = false; !isLast; ) {
      const { rows } = await sql<Row & { id: number }>`select ${list} from messages
        where low_id = ${low_id} and high_id = ${high_id} and id > ${after}
        order by id limit ${messagesPerPage}`.execute(db);
      yield rows;
      isLast = rows.length < messagesPerPage;
      after = rows.at(-1)?.id ?? after;
    }
  }
}

/** The columns of every table in the database. */
export async function selectSchema(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
