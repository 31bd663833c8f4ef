import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { AuditEntry, listAudit as listEndpoint } from '#contract/audit.ts';
import { auditActions, auditKinds } from '#contract/audit-actions.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import { foldText } from '#contract/text/text-fold.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Cursor, type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import {
  type AuditFilter,
  isIndexed,
  selectActors,
  selectAudit,
  selectEndOfStretch,
} from './audit.queries.ts';

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

/** Entries that one query compares with a search: some 5 ms of the event loop on SQLite. */
const stretchLength = 10_000;
/** A search that has found less than a page by then leaves older entries to the next page. */
const maxSearchMs = 50;

/** Finds up to `count` entries after the cursor, and where the search ended; `end` is null when it saw all entries. */
async function search(
  { db }: Pick<AppContext, 'db'>,
  filter: AuditFilter,
  before: Cursor | null,
  count: number,
) {
  const found: Awaited<ReturnType<typeof selectAudit>> = [];
  const until = performance.now() + maxSearchMs;
  const isWhole = isIndexed(filter);
  for (let after = before; ; ) {
    const end = isWhole ? null : await selectEndOfStretch(db, filter, after, stretchLength);
    const stretch = { after, end: end ?? null };
    found.push(...(await selectAudit(db, filter, stretch, count - found.length)));
    if (!end || found.length === count || performance.now() > until) {
      return { found, end: end ?? null };
    }
    after = end;
    await yieldToEventLoop();
  }
}

/**
 * The audit log, newest first. A page of a search can be shorter than its limit, even empty, although older entries
 * match: `end` continues.
 */
export function listAudit(
  ctx: Pick<AppContext, 'db'>,
  query: FilterOf<typeof listEndpoint>,
): ReadPage<AuditEntry> {
  return async (before, limit) => {
    const filter = {
      words: await readWords(ctx.db, query.q ?? ''),
      userId: query.user_id,
      action: query.action,
      targetKind: query.target_kind,
      targetId: query.target_id,
      since: query.from && startOfDay(query.from, 0),
      until: query.to && startOfDay(query.to, 1),
    };
    const { found, end } = await search(ctx, filter, before, limit + 1);
    const page = pageOf(found, limit, ({ at, id }) => ({ at, id }));
    const rows = page.rows.map((row) => ({
      ...row,
      username: row.username ?? '',
      detail: JSON.parse(row.detail) as AuditEntry['detail'],
    }));
    return { rows, end: page.end ?? end };
  };
}
