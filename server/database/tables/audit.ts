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

/** The hash chain over the audit entries, in the order in which they were added to it. */
export interface AuditChainTable {
  /** 1, 2, 3, … without gaps. */
  position: number;
  audit_id: number;
  /** SHA-256 (hex) of the entry, its position and the hash before. */
  hash: string;
}

/** The one row that signs the chain. */
export interface AuditHeadTable {
  id: Generated<number>;
  /** The last row of the chain. */
  position: number;
  hash: string;
  /** The greatest id in the chain. */
  last_audit_id: number;
  /** The last row that the retention has deleted. */
  pruned_position: number;
  pruned_hash: string;
  /** Names the key of the signature. */
  key_id: string;
  signature: string;
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

const unpruned = `not exists (
  select 1 from audit_chain cross join audit_head
  where audit_chain.audit_id = old.id and audit_chain.position <= audit_head.pruned_position
)`;
const backwards = `new.id <> old.id or new.position < old.position
  or new.pruned_position < old.pruned_position or new.pruned_position > new.position`;
const kept = 'old.position > (select pruned_position from audit_head)';
const message = 'audit is append-only';

const refuse = (change: string, table: string, when = '') =>
  `create trigger ${table}_no_${change} before ${change} on ${table} ${when && `when ${when}`}
    begin select raise(abort, '${message}'); end`;

/**
 * Entries are deleted only after the head says that their part of the chain is pruned; then the head's hash proves
 * that nothing else is missing.
 */
export const auditSchema: Schema = {
  up: ({ id, int8, strict }) => [
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

    `create table audit_chain (
      position ${int8} primary key,
      audit_id integer not null unique,
      hash text not null
    ) ${strict}`,
    `create table audit_head (
      id integer primary key check (id = 1),
      position ${int8} not null,
      hash text not null,
      last_audit_id integer not null,
      pruned_position ${int8} not null,
      pruned_hash text not null,
      key_id text not null,
      signature text not null
    ) ${strict}`,
    "insert into audit_head values (1, 0, '', 0, 0, '', '', '')",
  ],
  upSqlite: [
    refuse('update', 'audit', forbidden('is not')),
    refuse('delete', 'audit', unpruned),
    refuse('update', 'audit_chain'),
    refuse('delete', 'audit_chain', kept),
    refuse('update', 'audit_head', backwards),
    refuse('delete', 'audit_head'),
  ],
  upPostgres: [
    `create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception '${message}'; end $$`,
    `create trigger audit_only_clears before update on audit for each row
      when (${forbidden('is distinct from')}) execute function audit_is_append_only()`,
    `create trigger audit_no_truncate before truncate on audit
      for each statement execute function audit_is_append_only()`,
    `create function audit_keeps_unpruned() returns trigger language plpgsql as $$
      begin
        if ${unpruned} then raise exception '${message}'; end if;
        return old;
      end $$`,
    `create trigger audit_no_delete before delete on audit
      for each row execute function audit_keeps_unpruned()`,
    `create trigger audit_chain_no_change before update or truncate on audit_chain
      for each statement execute function audit_is_append_only()`,
    `create function audit_chain_keeps_unpruned() returns trigger language plpgsql as $$
      begin
        if ${kept} then raise exception '${message}'; end if;
        return old;
      end $$`,
    `create trigger audit_chain_no_delete before delete on audit_chain
      for each row execute function audit_chain_keeps_unpruned()`,
    `create trigger audit_head_no_update before update on audit_head
      for each row when (${backwards}) execute function audit_is_append_only()`,
    `create trigger audit_head_no_delete before delete or truncate on audit_head
      for each statement execute function audit_is_append_only()`,
  ],
};
