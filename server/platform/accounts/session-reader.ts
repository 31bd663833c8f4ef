import { type Db, isPostgres } from '../../database/open.ts';
import { inBatches } from '../runtime/coalesced.ts';
import { selectSessionUsers } from './sessions.queries.ts';

/** A session and its user as the database has them now; undefined when it ended or the account is closed. */
export type ReadSession = ReturnType<typeof sessionReader>;

/** On PostgreSQL, requests that wait share one query. */
export function sessionReader(db: Db) {
  if (!isPostgres(db)) return async (jti: string) => (await selectSessionUsers(db, [jti]))[0];
  return inBatches(async (jtis: string[]) => {
    const rows = await selectSessionUsers(db, jtis);
    return new Map(rows.map((row) => [row.jti, row]));
  });
}
