import type { Schema } from '../migrations/steps.ts';

/**
 * Triggers maintain the counts of lists of documents, for every writer:
 * `opened`, `acknowledged` and `missing` of an assignment, for the current revision;
 * content, recipients and counts of a document.
 * They lock rows in one order, so that no deadlock arises: users, documents, assignments, receipts.
 */
interface Trigger {
  name: string;
  /** Such as `insert on documents`. */
  after: string;
  when: string;
  run: string;
  /** The rows that PostgreSQL locks first; SQLite has one writer at a time. */
  hold?: string;
}

const given = `update documents set
    user_ids = user_ids || case user_ids when '' then '' else ',' end || new.user_id,
    assigned_count = assigned_count + 1,
    opened_count = opened_count + new.opened,
    acknowledged_count = acknowledged_count + new.acknowledged
  where file_id = new.file_id;`;

const taken = `update documents set
    user_ids = trim(replace(',' || user_ids || ',', ',' || old.user_id || ',', ','), ','),
    assigned_count = assigned_count - 1,
    opened_count = opened_count - old.opened,
    acknowledged_count = acknowledged_count - old.acknowledged
  where file_id = old.file_id;`;

const seen = `update documents set
    opened_count = opened_count + new.opened - old.opened,
    acknowledged_count = acknowledged_count + new.acknowledged - old.acknowledged
  where file_id = new.file_id;`;

const receipt = `update document_assignments set
    opened = case when new.opened_at is null then 0 else 1 end,
    acknowledged = case when new.acknowledged_at is null then 0 else 1 end,
    missing = case when new.opened_at is null or new.acknowledged_at is null
      and (select acknowledge from documents where file_id = new.file_id) = 1 then 1 else 0 end
  where file_id = new.file_id and user_id = new.user_id
    and new.revision = (select revision from documents where file_id = new.file_id);`;

const content = `update documents set
    content_kind = (select kind from objects where key = new.object_key),
    size = (select size from objects where key = new.object_key)
  where file_id = new.file_id;`;

const triggers: readonly Trigger[] = [
  {
    name: 'document_assignment_made',
    after: 'insert on document_assignments',
    when: 'new.removed_at is null',
    run: given,
  },
  {
    name: 'document_assignment_back',
    after: 'update of removed_at on document_assignments',
    when: 'old.removed_at is not null and new.removed_at is null',
    run: given,
  },
  {
    name: 'document_assignment_removed',
    after: 'update of removed_at on document_assignments',
    when: 'old.removed_at is null and new.removed_at is not null',
    run: taken,
  },
  {
    name: 'document_assignment_seen',
    after: 'update of opened, acknowledged on document_assignments',
    when: `old.removed_at is null and new.removed_at is null
      and (new.opened <> old.opened or new.acknowledged <> old.acknowledged)`,
    run: seen,
  },
  {
    name: 'document_receipt_made',
    after: 'insert on document_receipts',
    when: 'new.opened_at is not null',
    run: receipt,
  },
  {
    name: 'document_receipt_changed',
    after: 'update of opened_at, acknowledged_at on document_receipts',
    when: 'true',
    run: receipt,
  },
  { name: 'document_made', after: 'insert on documents', when: 'true', run: content },
  {
    name: 'document_content',
    after: 'update of object_key on documents',
    when: 'new.object_key <> old.object_key',
    run: content,
  },
  {
    name: 'document_replaced',
    after: 'update of revision on documents',
    when: 'new.revision <> old.revision',
    run: `update document_assignments set opened = 0, acknowledged = 0, missing = 1
      where file_id = new.file_id and opened = 1;`,
  },
  {
    name: 'document_asked',
    after: 'update of acknowledge on documents',
    when: 'new.acknowledge <> old.acknowledge',
    run: `update document_assignments set missing = new.acknowledge
      where file_id = new.file_id and opened = 1 and acknowledged = 0;`,
  },
  {
    name: 'document_person_gone',
    after: 'update of closed_at on users',
    when: 'old.closed_at is null and new.closed_at is not null',
    run: `update document_assignments set removed_at = new.closed_at
      where user_id = new.user_id and removed_at is null;`,
    hold: `perform file_id from documents where file_id in
      (select file_id from document_assignments where user_id = new.user_id and removed_at is null)
      order by file_id for no key update;`,
  },
];

const upSqlite = triggers.map(
  ({ name, after, when, run }) =>
    `create trigger ${name} after ${after} when ${when} begin ${run} end`,
);

const upPostgres = [
  ...triggers.flatMap(({ name, after, when, run, hold = '' }) => [
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${hold} ${run} return null; end $$`,
    `create trigger ${name} after ${after} for each row when (${when}) execute function ${name}()`,
  ]),
  `create function document_held() returns trigger language plpgsql as $$
    begin
      perform file_id from documents where file_id = new.file_id for no key update;
      return new;
    end $$`,
  `create trigger document_held before insert on document_receipts
    for each row when (new.opened_at is not null) execute function document_held()`,
];

export const documentCountsSchema: Schema = { up: () => [], upSqlite, upPostgres };
