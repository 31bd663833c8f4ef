import { sql } from 'kysely';
import type { Db } from '../database/open.ts';

type Row = Record<string, unknown>;

/** Values per statement: both databases limit the number of parameters. */
const perStatement = 500;

/** The open account with this username or address, otherwise the one that was closed last. */
export async function selectAccountOf(
  db: Db,
  key: string,
): Promise<{ user_id: number; email_key: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['user_id', 'email_key'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .orderBy((eb) => eb.case().when('closed_at', 'is', null).then(0).else(1).end())
    .orderBy('closed_at', 'desc')
    .executeTakeFirst();
}

export async function selectInquiryIds(db: Db, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email_address']), '=', email))
    .execute();
  return rows.map(({ id }) => id);
}

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
    const isText = typeof values[0] === 'string' && table !== 'objects';
    const left = isText ? sql`lower(${sql.ref(column)})` : sql.ref(column);
    for (let start = 0; start < values.length; start += perStatement) {
      const some = sql.join(values.slice(start, start + perStatement));
      const query = sql<Row>`select ${list} from ${sql.table(table)} where ${left} in (${some})`;
      for (const row of (await query.execute(db)).rows) rows.set(JSON.stringify(row), row);
    }
  }
  return [...rows.values()];
}

/** Audit entries by a user, and about records. */
export async function selectAuditOf(
  db: Db,
  userId: number | null,
  records: readonly { kind: string; ids: readonly number[] }[],
) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'user_id', 'action', 'target_kind', 'target_id', 'label', 'ip', 'detail'])
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

/** The columns of every table in the database. */
export async function selectSchema(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
