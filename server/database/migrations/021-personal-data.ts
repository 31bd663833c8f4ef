import type { Step } from './steps.ts';

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

const appendOnly = 'audit is append-only';

/** The privacy notice that an applicant was shown; audit entries whose address and label can be cleared. */
export const personalData: Step = {
  name: '021-personal-data',
  up: () => [
    "alter table applications add column privacy_version text not null default ''",
    "create index audit_addresses on audit (at) where ip <> ''",
  ],
  upSqlite: [
    'drop trigger audit_no_update',
    `create trigger audit_no_update before update on audit when ${forbidden('is not')}
      begin select raise(abort, '${appendOnly}'); end`,
  ],
  upPostgres: [
    `create function audit_only_clears() returns trigger language plpgsql as $$
      begin raise exception '${appendOnly}'; end $$`,
    `create trigger audit_only_clears before update on audit for each row
      when (${forbidden('is distinct from')}) execute function audit_only_clears()`,
    // The trigger of each statement leaves updates to the one above, which sees the rows.
    `create or replace function audit_is_append_only() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'audit' and tg_op = 'UPDATE' and tg_level = 'STATEMENT' then
          return null;
        end if;
        raise exception '${appendOnly}';
      end $$`,
  ],
};
