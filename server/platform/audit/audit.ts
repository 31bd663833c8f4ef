import type { FastifyBaseLogger } from 'fastify';
import type { Insertable } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import { foldText } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { AuditTable } from '../../database/tables/audit.ts';

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

/** What the server log has of an entry: ids, because names and details are personal. */
type Line = Omit<Insertable<AuditTable>, 'label' | 'label_folded' | 'ip' | 'detail'>;

/**
 * Adds an entry to the append-only audit log, in the transaction of the write. Returns its line for `logAudit`, which
 * follows the commit.
 */
export async function recordAudit(tx: Db, now: Date, entry: AuditEntry): Promise<Line> {
  const label = entry.target?.label ?? '';
  const line = {
    at: now.toISOString(),
    user_id: entry.userId,
    action: entry.action,
    target_kind: entry.target?.kind ?? '',
    target_id: String(entry.target?.id ?? ''),
  };
  const { id } = await tx
    .insertInto('audit')
    .values({
      ...line,
      label,
      label_folded: foldText(label),
      // A client that is gone has no address any more.
      ip: entry.ip ?? '',
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...line };
}

/** Copies a committed entry to the server log, which an operator can send where nobody here can change it. */
export function logAudit(log: Pick<FastifyBaseLogger, 'info'>, line: Line): void {
  log.info(line, 'audit');
}
