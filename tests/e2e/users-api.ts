/** Creates users with an employee record and damages through the API. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunningServer } from '../harness/server.ts';
import { send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Staff {
  username: string;
  password: string;
  userId: number;
  employeeId: number;
  /** First and last name. */
  name: string;
}

/** Makes every sign-in of a user so far older than 15 minutes. */
export function ageSessions({ dataDir }: RunningServer, username: string): void {
  const database = new DatabaseSync(join(dataDir, 'headrack.sqlite'), { timeout: 5000 });
  database
    .prepare(
      `update sessions set created_at = '2026-01-01T00:00:00.000Z', confirmed_at = null
        where user_id = (select user_id from users where username = ?)`,
    )
    .run(username);
  database.close();
}

/** Creates a user linked to an employee record with these hours. */
export async function newStaff(
  server: Server,
  hours: { pto_hours?: number; work_hours?: number } = {},
  role: 'admin' | 'employee' = 'employee',
): Promise<Staff> {
  const token = await tokenOf(server);
  const username = unique(role).replace(' ', '-');
  const password = 'a load of nine cars';
  const { user_id } = await send<{ user_id: number }>(server, 'POST', '/api/users', token, {
    username,
    user_email: `${username}@example.com`,
    phone_number: '630-555-0100',
    user_role: role,
    password,
  });
  const last_name = unique('Vega');
  const employee = { user_id, first_name: 'Marisol', last_name, position: 'Car Haul Driver' };
  const more = { department: 'Operations', hire_date: '2019-04-01', ...hours };
  const { employee_id } = await send<{ employee_id: number }>(
    server,
    'POST',
    '/api/employees',
    token,
    { ...employee, ...more },
  );
  return {
    username,
    password,
    userId: user_id,
    employeeId: employee_id,
    name: `Marisol ${last_name}`,
  };
}

export const sampleDamage = {
  damage_date: '2025-03-01',
  damage_amount: 1234.5,
  damage_description: 'Mirror of a Tahoe broken at the gate.',
};

/** Creates a damage and returns its id. */
export async function addDamage(
  server: Server,
  employeeId: number,
  values: Partial<typeof sampleDamage> & { driver_name?: string } = {},
): Promise<number> {
  const { damage_id } = await send<{ damage_id: number }>(
    server,
    'POST',
    '/api/damages',
    await tokenOf(server),
    { employee_id: employeeId, driver_name: unique('Driver'), ...sampleDamage, ...values },
  );
  return damage_id;
}
