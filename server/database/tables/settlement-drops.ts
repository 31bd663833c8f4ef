import type { Generated } from 'kysely';

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
  finding: 'match' | 'doubt' | 'none';
  note: string | null;
  user_id: number | null;
  /** JSON: user ids with the reasons for each. */
  candidates: Generated<string>;
  net_pay_cents: number | null;
  created_at: string;
}
