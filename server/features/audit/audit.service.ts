import type { AuditEntry, listAudit } from '#contract/audit.ts';
import { companyTimeZone } from '#contract/dates.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { selectAudit } from './audit.queries.ts';

const usualPage = 100;

/** The instant at which that day, or the one `plus` days later, begins in the company's zone. */
function startOfDay(date: string, plus: number): string {
  const day = Temporal.PlainDate.from(date).add({ days: plus });
  const { epochMilliseconds } = day.toZonedDateTime(companyTimeZone);
  return new Date(epochMilliseconds).toISOString();
}

/** A page of the audit log, newest first, and where the next one starts. */
export async function readAudit(
  db: Db,
  query: QueryOf<typeof listAudit>,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const limit = query.limit ?? usualPage;
  const filter = {
    userId: query.user_id,
    action: query.action,
    targetKind: query.target_kind,
    targetId: query.target_id,
    since: query.from && startOfDay(query.from, 0),
    until: query.to && startOfDay(query.to, 1),
  };
  const found = await selectAudit(db, filter, decodeCursor(query.before), limit + 1);
  const { rows, next } = pageOf(found, limit, ({ at, id }) => ({ at, id }));
  const entries = rows.map((row) => ({
    ...row,
    username: row.username ?? '',
    detail: JSON.parse(row.detail) as AuditEntry['detail'],
  }));
  return { entries, next };
}
