import type { TestApp } from './app.ts';

/** Returns the id of a user's employee record; creates it when missing. */
export async function employeeOf(
  { ctx: { db } }: Pick<TestApp, 'ctx'>,
  userId: number,
  names: { first_name: string; last_name: string } = { first_name: 'Emil', last_name: 'Novotny' },
): Promise<number> {
  await db
    .insertInto('employees')
    .values({
      ...names,
      user_id: userId,
      department: 'Operations',
      position: 'Car Haul Driver',
      hire_date: '2020-02-29',
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('employees')
    .select('employee_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.employee_id;
}
