import { sql } from 'kysely';
import { isAmong } from '../../database/expressions.ts';
import type { Db, Engine } from '../../database/open.ts';
import type { Cursor } from '../../platform/cursor.ts';

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

/** Lists audit entries, newest first, after the cursor. */
export async function selectAudit(
  db: Db,
  engine: Engine,
  filter: AuditFilter,
  after: Cursor | null,
  count: number,
) {
  const { words, userId, action, targetKind, targetId, since, until } = filter;
  let query = db
    .selectFrom('audit')
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
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count);
  for (const { label, actions, userIds, targetKinds } of words) {
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`label_folded like ${containing(label)} escape '\\'`,
        eb('target_id', '=', label),
        ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        ...(userIds.length > 0 ? [isAmong(engine, 'audit.user_id', userIds)] : []),
        ...(targetKinds.length > 0 ? [eb('target_kind', 'in', targetKinds)] : []),
      ]),
    );
  }
  if (userId !== undefined) query = query.where('audit.user_id', '=', userId);
  if (action) {
    query = query.where(sql<boolean>`action like ${containing(action.toLowerCase())} escape '\\'`);
  }
  if (targetKind) query = query.where('target_kind', '=', targetKind);
  if (targetId) query = query.where('target_id', '=', targetId);
  if (since) query = query.where('at', '>=', since);
  if (until) query = query.where('at', '<', until);
  if (after) {
    query = query.where((eb) =>
      eb.or([eb('at', '<', after.at), eb.and([eb('at', '=', after.at), eb('id', '<', after.id)])]),
    );
  }
  return query.execute();
}
