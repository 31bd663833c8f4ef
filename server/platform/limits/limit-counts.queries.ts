import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { Total } from './limiter.ts';

interface Added {
  key: string;
  points: number;
  /** Milliseconds from the first point until the count starts over. */
  ms: number;
}

/** Milliseconds since 1970, by the clock that all nodes share. */
const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

interface Row extends Total {
  key: string;
}

const byKey = ({ rows }: { rows: readonly Row[] }) => new Map(rows.map((row) => [row.key, row]));

/** Adds points (PostgreSQL only) and returns the totals. In a transaction the counts stay locked until its end. */
export async function addCounts(db: Db, added: readonly Added[]): Promise<Map<string, Total>> {
  // In order: two nodes that add the same keys must not wait for each other.
  return byKey(
    await sql<Row>`
      insert into limit_counts as counted (key, points, ends_at)
      select key, points, ${now} + ms
      from unnest(
        ${added.map(({ key }) => key)}::text[],
        ${added.map(({ points }) => points)}::int[],
        ${added.map(({ ms }) => ms)}::int[]
      ) as added (key, points, ms)
      order by key
      on conflict (key) do update set
        points = excluded.points + case when counted.ends_at > ${now} then counted.points else 0 end,
        ends_at = case when counted.ends_at > ${now} then counted.ends_at else excluded.ends_at end
      returning key, points, (ends_at - ${now})::int as ms`.execute(db),
  );
}

/** The totals of those keys that any node has counted (PostgreSQL only). */
export async function readCounts(db: Db, keys: readonly string[]): Promise<Map<string, Total>> {
  return byKey(
    await sql<Row>`
      select key, points, (ends_at - ${now})::int as ms from limit_counts
      where key = any(${[...keys]}::text[]) and ends_at > ${now}`.execute(db),
  );
}

/** Counts one more opening of a link that ends at an instant, on both engines; returns how many there are. */
export async function countOpening(
  tx: Db,
  link: { key: string; endsAt: number },
  now: Date,
): Promise<number> {
  await tx
    .deleteFrom('limit_counts')
    .where('key', 'like', 'link %')
    .where('ends_at', '<=', now.getTime())
    .execute();
  const { points } = await tx
    .insertInto('limit_counts')
    .values({ key: `link ${link.key}`, points: 1, ends_at: link.endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ points: eb('limit_counts.points', '+', 1) })),
    )
    .returning('points')
    .executeTakeFirstOrThrow();
  return points;
}

/** Deletes the counts that are over (PostgreSQL only). */
export async function sweepCounts(db: Db): Promise<void> {
  await sql`delete from limit_counts where ends_at <= ${now}`.execute(db);
}
