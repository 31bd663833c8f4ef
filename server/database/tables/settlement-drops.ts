import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

export interface SettlementDropsTable {
  drop_id: Generated<number>;
  made_by: number;
  created_at: string;
}

/** A settlement that is not published yet; publishing deletes the row. */
export interface SettlementDropFilesTable {
  drop_file_id: Generated<number>;
  drop_id: number;
  object_key: string;
  file_name: string;
  /** Of the release before: what it guessed. This one asks the formats whenever a file is shown. */
  finding: 'match' | 'doubt' | 'none';
  /** 'duplicate', or why the text couldn't be read. */
  note: string | null;
  /** As `finding`. */
  user_id: number | null;
  /** JSON: whom the file names, with the reasons for each. */
  candidates: Generated<string>;
  /** As `finding`. */
  net_pay_cents: number | null;
  created_at: string;
  /** JSON: the lines of the first and last pages; null until they are read. */
  page_text: string | null;
}

/** Where a payroll program prints what its settlements say; JSON as on the wire. */
export interface SettlementFormatsTable {
  format_id: Generated<number>;
  name: string;
  payee: string;
  net_pay: string | null;
  period: string | null;
  version: Generated<number>;
  created_at: string;
}

export const settlementDropsSchema: Schema = {
  up: ({ id, strict }) => [
    `create table settlement_drops (
      drop_id ${id},
      made_by integer not null references users (user_id),
      created_at text not null
    ) ${strict}`,

    `create table settlement_drop_files (
      drop_file_id ${id},
      drop_id integer not null references settlement_drops (drop_id) on delete cascade,
      object_key text not null unique references objects (key),
      file_name text not null,
      finding text not null check (finding in ('match', 'doubt', 'none')),
      note text,
      user_id integer references users (user_id),
      candidates text not null default '[]',
      net_pay_cents integer,
      created_at text not null
    ) ${strict}`,
    'create index settlement_drop_files_drop on settlement_drop_files (drop_id)',
  ],
};
