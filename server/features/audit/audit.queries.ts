import { sql } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export interface AuditFilter {
  /** The words of the search. An audit entry must match each word in one of these ways. */
  words: readonly {
    /** Part of the label, folded. */
    label: string;
    actions: readonly string[];
    userIds: readonly number[];
    targetKinds: readonly string[];
  }[];
  userId?: number;
  /** Part of the action. */
  action?: string;
  targetKind?: string;
  targetId?: string;
  /** Instants: `since` is inclusive, `until` exclusive. */
  since: string | null;
  until: string | null;
}

/** Returns a LIKE pattern for texts that contain this one. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns all users, including closed accounts. */
export async function selectActors(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('employees', 'employees.user_id', 'users.user_id')
    .select(['users.user_id', 'username', 'first_name', 'last_name'])
    .execute();
}

/** A stretch of the log: entries older than `after`, down to `end`. */
export interface Stretch {
  after: Cursor | null;
  /** Inclusive. */
  end: Cursor | null;
}

/** Whether an index finds what the filter leaves over. Other filters compare each entry of a stretch. */
export function isIndexed({ words, action, targetKind, targetId }: AuditFilter): boolean {
  const hasTarget = Boolean(targetKind) === Boolean(targetId);
  return words.length === 0 && !action && hasTarget;
}

/** The entries of a stretch, newest first, that match as much of the filter as an index finds. */
function indexedEntries(db: Db, filter: AuditFilter, { after, end }: Stretch) {
  const { userId, targetKind, targetId, since, until } = filter;
  let query = db.selectFrom('audit').orderBy('at', 'desc').orderBy('audit.id', 'desc');
  if (userId !== undefined) query = query.where('audit.user_id', '=', userId);
  if (targetKind && targetId) {
    query = query.where('target_kind', '=', targetKind).where('target_id', '=', targetId);
  }
  if (since) query = query.where('at', '>=', since);
  if (until) query = query.where('at', '<', until);
  // Row comparisons can use the index.
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('at', 'audit.id'), '<', eb.tuple(after.at, after.id)),
    );
  }
  if (end) {
    query = query.where((eb) => eb(eb.refTuple('at', 'audit.id'), '>=', eb.tuple(end.at, end.id)));
  }
  return query;
}

/** The last of that many entries after the cursor; undefined when there are fewer. */
export async function selectEndOfStretch(
  db: Db,
  filter: AuditFilter,
  after: Cursor | null,
  entries: number,
): Promise<Cursor | undefined> {
  return indexedEntries(db, filter, { after, end: null })
    .select(['at', 'id'])
    .limit(1)
    .offset(entries - 1)
    .executeTakeFirst();
}

/** Lists matching audit entries of a stretch, newest first. */
export async function selectAudit(db: Db, filter: AuditFilter, stretch: Stretch, count: number) {
  const { words, action, targetKind, targetId } = filter;
  let query = indexedEntries(db, filter, stretch)
    .leftJoin('users', 'users.user_id', 'audit.user_id')
    .select([
      'id',
      'at',
      'audit.user_id',
      'username',
      'action',
      'target_kind',
      'target_id',
      'label',
      'ip',
      'detail',
    ])
    .limit(count);
  for (const { label, actions, userIds, targetKinds } of words) {
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`label_folded like ${containing(label)} escape '\\'`,
        eb('target_id', '=', label),
        ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ...(userIds.length > 0 ? [isAmong(db, 'audit.user_id', userIds)] : []),
        ...(targetKinds.length > 0 ? [eb('target_kind', 'in', targetKinds)] : []),
      ]),
    );
  }
  if (action) {
    query = query.where(sql<boolean>`action like ${containing(action.toLowerCase())} escape '\\'`);
  }
  if (targetKind) query = query.where('target_kind', '=', targetKind);
  if (targetId) query = query.where('target_id', '=', targetId);
  return query.execute();
}
