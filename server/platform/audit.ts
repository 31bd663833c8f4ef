import type { Db } from '../database/open.ts';

export interface AuditEntry {
  /** Null: a visitor, or the system itself. */
  userId: number | null;
  ip: string;
  /** `noun.verb`, such as `job.update`. */
  action: string;
  target?: { kind: string; id: number | string };
  /** What changed; never a secret. */
  detail?: Record<string, unknown>;
}

/** Writes one line of the append-only audit log, in the transaction of what it tells of. */
export async function recordAudit(tx: Db, now: Date, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      at: now.toISOString(),
      user_id: entry.userId,
      action: entry.action,
      target_kind: entry.target?.kind ?? '',
      target_id: String(entry.target?.id ?? ''),
      ip: entry.ip,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}
