import type { Step } from './steps.ts';

/** The shortest month, because the shortest AUDIT_MONTHS is 1. */
const minDays = 28;
const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
const sqliteLimit = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${minDays} days')`;
const postgresLimit = `to_char((now() - interval '${minDays} days') at time zone 'UTC', '${format}')`;

/** The retention may delete audit entries; the younger ones nobody can. */
export const auditChain: Step = {
  name: '016-audit-chain',
  up: () => [],
  upSqlite: [
    'drop trigger audit_no_delete',
    `create trigger audit_no_delete before delete on audit when old.at > ${sqliteLimit}
      begin select raise(abort, 'audit is append-only'); end`,
  ],
  upPostgres: [
    'drop trigger audit_no_change on audit',
    `create trigger audit_no_change before update or truncate on audit
      for each statement execute function audit_is_append_only()`,
    `create trigger audit_no_delete before delete on audit
      for each row when (old.at > ${postgresLimit}) execute function audit_is_append_only()`,
  ],
};
