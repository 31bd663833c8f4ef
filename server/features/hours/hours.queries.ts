import type { Insertable, Selectable } from 'kysely';
import { newestFirst } from '../../database/expressions.ts';
import type { Db } from '../../database/open.ts';
import type { HoursLedgerTable } from '../../database/tables/hours.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export interface Balances {
  pto_hundredths: number;
  work_hundredths: number;
}

/** An employee's balances, locked until the transaction ends. */
export async function selectBalancesForUpdate(
  tx: Db,
  employeeId: number,
): Promise<
  (Balances & { user_id: number | null; first_name: string; last_name: string }) | undefined
> {
  return tx
    .selectFrom('employees')
    .select(['user_id', 'pto_hundredths', 'work_hundredths', 'first_name', 'last_name'])
    .where('employee_id', '=', employeeId)
    .forNoKeyUpdate()
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

/** Writes the given balances. */
export async function updateBalances(
  tx: Db,
  employeeId: number,
  balances: Partial<Balances>,
): Promise<void> {
  await tx.updateTable('employees').set(balances).where('employee_id', '=', employeeId).execute();
}

/** Everyone's changes, one employee's, or those of a user's employee. */
export type LedgerOwner = { employeeId?: number | undefined } | { userId: number };

export type LedgerRow = Selectable<HoursLedgerTable> & {
  first_name: string | null;
  last_name: string | null;
  username: string | null;
};

/** Changes, newest first. */
export async function selectLedger(
  db: Db,
  owner: LedgerOwner,
  before: Cursor | null,
  limit: number,
): Promise<LedgerRow[]> {
  const all = db
    .selectFrom('hours_ledger as entry')
    // Left joins keep the ledger first in the plan, so that its index gives the order.
    .leftJoin('employees', 'employees.employee_id', 'entry.employee_id')
    .leftJoin('users', 'users.user_id', 'entry.user_id')
    .selectAll('entry')
    .select(['employees.first_name', 'employees.last_name', 'users.username']);
  const query = newestFirst(all, ['entry.at', 'entry.id'], before, limit);
  if ('userId' in owner) {
    return query
      .where('entry.employee_id', '=', (eb) =>
        eb.selectFrom('employees as own').select('employee_id').where('user_id', '=', owner.userId),
      )
      .execute();
  }
  const { employeeId } = owner;
  if (employeeId === undefined) return query.execute();
  return query.where('entry.employee_id', '=', employeeId).execute();
}
