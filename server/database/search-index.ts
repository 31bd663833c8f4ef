/** The search index of chat messages: FTS5 on SQLite, a GIN index of `tsvector` on PostgreSQL. */
import { sql } from 'kysely';
import { isAmong } from './expressions.ts';
import { type Db, isPostgres } from './open.ts';

/** Adds the terms of messages, separated by spaces. Terms consist of letters, digits and @. */
export async function insertTerms(
  tx: Db,
  messages: readonly { id: number; terms: string }[],
): Promise<void> {
  if (!isPostgres(tx)) {
    const rows = JSON.stringify(messages.map(({ id, terms }) => [id, terms]));
    await sql`
      insert into message_words (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${rows})
    `.execute(tx);
    return;
  }
  const [ids, terms] = [messages.map(({ id }) => id), messages.map((message) => message.terms)];
  await sql`
    insert into message_words (message_id, words)
    select id, array_to_tsvector(array_remove(string_to_array(terms, ' '), ''))
    from unnest(${ids}::int[], ${terms}::text[]) as given (id, terms)
  `.execute(tx);
}

/** Deletes the terms of messages. */
export async function deleteTerms(tx: Db, ids: readonly number[]): Promise<void> {
  const column = isPostgres(tx) ? 'message_id' : 'rowid';
  await sql`delete from message_words where ${isAmong(tx, column, ids)}`.execute(tx);
}

/**
 * The ids below `below` of messages that have all terms of one of the lists, or longer terms that begin with them;
 * highest first.
 */
export async function findByTerms(
  db: Db,
  lists: readonly (readonly string[])[],
  { below, limit }: { below: number; limit: number },
): Promise<number[]> {
  if (!isPostgres(db)) {
    const queries = lists.map((terms) => `(${terms.map((term) => `"${term}" *`).join(' AND ')})`);
    const { rows } = await sql<{ id: number }>`
      select rowid as id from message_words
      where message_words match ${queries.join(' OR ')} and rowid < ${below}
      order by rowid desc limit ${limit}
    `.execute(db);
    return rows.map(({ id }) => id);
  }
  const queries = lists.map((terms) => terms.map((term) => `'${term}':*`).join('&'));
  // One lookup per list in the index of words: PostgreSQL would sometimes scan the index of ids or start parallel
  // workers, which takes longer than all lookups together. Hence also the + 0.
  const { rows } = await sql<{ id: number }>`
    select found.id from unnest(${queries}::text[]) as list (query)
    cross join lateral (
      select message_id as id from message_words
      where words @@ list.query::tsquery and message_id + 0 < ${below}
      order by message_id + 0 desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
