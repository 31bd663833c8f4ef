import type { AuditEntry, listAudit as listEndpoint } from '#contract/audit.ts';
import { auditActions, auditKinds } from '#contract/audit-actions.ts';
import { companyTimeZone } from '#contract/dates.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { foldText } from '#contract/text-fold.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { type AuditFilter, selectActors, selectAudit } from './audit.queries.ts';

const defaultLimit = 100;
/** Further words of a search are ignored. */
const maxWords = 8;

/** Returns when a day, `plus` days later, begins in the company's time zone. */
function startOfDay(date: string, plus: number): string {
  const day = Temporal.PlainDate.from(date).add({ days: plus });
  const { epochMilliseconds } = day.toZonedDateTime(companyTimeZone);
  return new Date(epochMilliseconds).toISOString();
}

/** Resolves each word of a search to the actions, users, record kinds and labels that contain it. */
async function readWords(db: AppContext['db'], q: string): Promise<AuditFilter['words']> {
  const words = foldText(q).split(/\s+/).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [];
  const actors = (await selectActors(db)).map(({ user_id, username, first_name, last_name }) => ({
    id: user_id,
    name: foldText(`${username} ${first_name ?? ''} ${last_name ?? ''}`),
  }));
  return words.map((word) => ({
    label: word,
    actions: keysWith(auditActions, word),
    userIds: actors.filter(({ name }) => name.includes(word)).map(({ id }) => id),
    targetKinds: keysWith(auditKinds, word),
  }));
}

function keysWith(labels: Readonly<Record<string, string>>, word: string): string[] {
  return Object.keys(labels).filter((key) => foldText(labels[key] ?? '').includes(word));
}

/** Returns a page of the audit log, newest first, and the cursor of the next one. */
export async function listAudit(
  { db, engine }: Pick<AppContext, 'db' | 'engine'>,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const limit = query.limit ?? defaultLimit;
  const filter = {
    words: await readWords(db, query.q ?? ''),
    userId: query.user_id,
    action: query.action,
    targetKind: query.target_kind,
    targetId: query.target_id,
    since: query.from && startOfDay(query.from, 0),
    until: query.to && startOfDay(query.to, 1),
  };
  const found = await selectAudit(db, engine, filter, decodeCursor(query.before), limit + 1);
  const { rows, next } = pageOf(found, limit, ({ at, id }) => ({ at, id }));
  const entries = rows.map((row) => ({
    ...row,
    username: row.username ?? '',
    detail: JSON.parse(row.detail) as AuditEntry['detail'],
  }));
  return { entries, next };
}
