import type { Insertable } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import { foldText } from '#contract/text-fold.ts';
import type { Db } from '../database/open.ts';
import { prepared } from '../database/prepared.ts';
import type { AuditTable } from '../database/tables/audit.ts';

export interface AuditEntry {
  /** Null for a visitor or the system. */
  userId: number | null;
  ip: string;
  action: AuditAction;
  /** `label` identifies the record to readers, even after its deletion: a name, no other personal data. */
  target?: { kind: string; id: number | string; label: string };
  /** What changed; never a secret. */
  detail?: Record<string, unknown>;
}

const insertEntry = prepared((db, row: Insertable<AuditTable>) =>
  db.insertInto('audit').values(row),
);

/** Adds an entry to the append-only audit log, in the transaction of the write. */
export async function recordAudit(tx: Db, now: Date, entry: AuditEntry): Promise<void> {
  const label = entry.target?.label ?? '';
  await insertEntry(tx, {
    at: now.toISOString(),
    user_id: entry.userId,
    action: entry.action,
    target_kind: entry.target?.kind ?? '',
    target_id: String(entry.target?.id ?? ''),
    label,
    label_folded: foldText(label),
    // A client that is gone has no address any more.
    ip: entry.ip ?? '',
    detail: JSON.stringify(entry.detail ?? {}),
  });
}
