import type { Insertable } from 'kysely';
import type { Db } from '../../database/open.ts';
import type { HoursLedgerTable } from '../../database/tables.ts';

export interface Balances {
  pto_hundredths: number;
  work_hundredths: number;
}

/** An employee's balances, held against other writers until the transaction ends; a write that changes nothing does that on both databases. */
export async function lockBalances(tx: Db, employeeId: number): Promise<Balances | undefined> {
  return tx
    .updateTable('employees')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('employee_id', '=', employeeId)
    .returning(['pto_hundredths', 'work_hundredths'])
    .executeTakeFirst();
}

/** When the employee's newest change was made. */
export async function selectNewestAt(tx: Db, employeeId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('hours_ledger')
    .select('at')
    .where('employee_id', '=', employeeId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** Appends changes to the ledger. */
export async function insertChanges(tx: Db, rows: Insertable<HoursLedgerTable>[]): Promise<void> {
  await tx.insertInto('hours_ledger').values(rows).execute();
}

/** Writes the balances that are named. */
export async function updateBalances(
  tx: Db,
  employeeId: number,
  balances: Partial<Balances>,
): Promise<void> {
  await tx.updateTable('employees').set(balances).where('employee_id', '=', employeeId).execute();
}
