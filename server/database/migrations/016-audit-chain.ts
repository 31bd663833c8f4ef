import type { Step } from './steps.ts';

const unpruned = `not exists (
  select 1 from audit_chain cross join audit_head
  where audit_chain.audit_id = old.id and audit_chain.position <= audit_head.pruned_position
)`;
const backwards = `new.id <> old.id or new.position < old.position
  or new.pruned_position < old.pruned_position or new.pruned_position > new.position`;
const kept = 'old.position > (select pruned_position from audit_head)';
const appendOnly = 'audit is append-only';

/**
 * A hash of each audit entry and the one before. Entries are deleted only after the head says that their part of
 * the chain is pruned; then the head's hash proves that nothing else is missing.
 */
export const auditChain: Step = {
  name: '016-audit-chain',
  up: ({ int8, strict }) => [
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
    'drop trigger audit_no_delete',
    `create trigger audit_no_delete before delete on audit when ${unpruned}
      begin select raise(abort, '${appendOnly}'); end`,
    `create trigger audit_chain_no_update before update on audit_chain
      begin select raise(abort, '${appendOnly}'); end`,
    `create trigger audit_chain_no_delete before delete on audit_chain when ${kept}
      begin select raise(abort, '${appendOnly}'); end`,
    `create trigger audit_head_no_update before update on audit_head when ${backwards}
      begin select raise(abort, '${appendOnly}'); end`,
    `create trigger audit_head_no_delete before delete on audit_head
      begin select raise(abort, '${appendOnly}'); end`,
  ],
  upPostgres: [
    'drop trigger audit_no_change on audit',
    `create trigger audit_no_change before update or truncate on audit
      for each statement execute function audit_is_append_only()`,
    `create function audit_keeps_unpruned() returns trigger language plpgsql as $$
      begin
        if ${unpruned} then raise exception '${appendOnly}'; end if;
        return old;
      end $$`,
    `create trigger audit_no_delete before delete on audit
      for each row execute function audit_keeps_unpruned()`,
    `create trigger audit_chain_no_change before update or truncate on audit_chain
      for each statement execute function audit_is_append_only()`,
    `create function audit_chain_keeps_unpruned() returns trigger language plpgsql as $$
      begin
        if ${kept} then raise exception '${appendOnly}'; end if;
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
