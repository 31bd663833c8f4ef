import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { Cursor } from '../../platform/cursor.ts';

export interface AuditFilter {
  userId?: number;
  /** Part of the action. */
  action?: string;
  targetKind?: string;
  targetId?: string;
  /** Instants: from the first on, before the second. */
  since: string | null;
  until: string | null;
}

/** Lines of the audit log, newest first, from after the cursor on. */
export async function selectAudit(
  db: Db,
  filter: AuditFilter,
  after: Cursor | null,
  count: number,
) {
  const { userId, action, targetKind, targetId, since, until } = filter;
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
      'ip',
      'detail',
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count);
  if (userId !== undefined) query = query.where('audit.user_id', '=', userId);
  if (action) {
    const pattern = `%${action.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`action like ${pattern} escape '\\'`);
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
