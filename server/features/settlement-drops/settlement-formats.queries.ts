import type { Selectable } from 'kysely';
import type { SettlementFormat } from '#contract/settlement-formats.ts';
import { excludeWriters } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { SettlementFormatsTable } from '../../database/tables/settlement-drops.ts';

type FormatRow = Selectable<SettlementFormatsTable>;

/** A stored format as it is on the wire. */
export function toFormat({ created_at: _, ...row }: FormatRow): SettlementFormat {
  return {
    ...row,
    payee: JSON.parse(row.payee),
    net_pay: row.net_pay && JSON.parse(row.net_pay),
    period: row.period && JSON.parse(row.period),
  };
}

/** All formats, oldest first. */
export async function selectFormats(db: Db): Promise<SettlementFormat[]> {
  const rows = await db.selectFrom('settlement_formats').selectAll().orderBy('format_id').execute();
  return rows.map(toFormat);
}

/** Counts the formats; nobody else adds one until the transaction ends. */
export async function countFormatsForUpdate(tx: Db): Promise<number> {
  await excludeWriters(tx, 'settlement_formats');
  const { count } = await tx
    .selectFrom('settlement_formats')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
