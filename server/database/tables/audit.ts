import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface AuditTable {
  id: Generated<number>;
  at: string;
  /** Null for a visitor or the system. */
  user_id: number | null;
  action: string;
  /** The affected record. */
  target_kind: string;
  target_id: string;
  /** The record's name at the time; '' in entries older than labels. */
  label: Generated<string>;
  /** `label` without case and accents. */
  label_folded: Generated<string>;
  ip: string;
  /** JSON with what changed; never a secret. */
  detail: string;
}

/** The columns of an audit entry that never change. Address and label may be cleared, nothing else. */
const fixed = ['id', 'at', 'user_id', 'action', 'target_kind', 'target_id', 'detail'];
const cleared = ['ip', 'label', 'label_folded'];

/** Whether an update does more than clear an entry's address or label. */
function forbidden(differs: string): string {
  return [
    ...fixed.map((column) => `new.${column} ${differs} old.${column}`),
    ...cleared.map((column) => `(new.${column} <> old.${column} and new.${column} <> '')`),
  ].join(' or ');
}

/** The retention deletes audit entries; the younger ones nobody can. The shortest month, because the shortest AUDIT_MONTHS is 1. */
const minDays = 28;
const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
const sqliteLimit = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${minDays} days')`;
const postgresLimit = `to_char((now() - interval '${minDays} days') at time zone 'UTC', '${format}')`;
const message = 'audit is append-only';

const refuse = (change: string, when: string) =>
  `create trigger audit_no_${change} before ${change} on audit when ${when}
    begin select raise(abort, '${message}'); end`;

export const auditSchema: Schema = {
  up: ({ id, strict }) => [
    `create table audit (
      id ${id},
      at text not null,
      user_id integer references users (user_id),
      action text not null,
      target_kind text not null default '',
      target_id text not null default '',
      label text not null default '',
      label_folded text not null default '',
      ip text not null default '',
      detail text not null default '{}'
    ) ${strict}`,
    'create index audit_newest on audit (at desc, id desc)',
    'create index audit_user on audit (user_id, id)',
    'create index audit_target on audit (target_kind, target_id, id)',
    "create index audit_addresses on audit (at) where ip <> ''",
  ],
  upSqlite: [refuse('update', forbidden('is not')), refuse('delete', `old.at > ${sqliteLimit}`)],
  upPostgres: [
    `create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception '${message}'; end $$`,
    `create trigger audit_only_clears before update on audit for each row
      when (${forbidden('is distinct from')}) execute function audit_is_append_only()`,
    `create trigger audit_no_truncate before truncate on audit
      for each statement execute function audit_is_append_only()`,
    `create trigger audit_no_delete before delete on audit
      for each row when (old.at > ${postgresLimit}) execute function audit_is_append_only()`,
  ],
};
