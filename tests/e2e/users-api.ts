/** Sets a journey's scene over the real API: staff with an employee record, and damages. */
import type { RunningServer } from '../harness/server.ts';
import { newPerson, send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

export interface Staff {
  username: string;
  password: string;
  employeeId: number;
  /** First and last name. */
  name: string;
}

/** Somebody who nobody else uses, linked to an employee record with these hours. */
export async function newStaff(
  server: Server,
  hours: { pto_hours?: number; work_hours?: number } = {},
  role: 'admin' | 'employee' = 'employee',
): Promise<Staff> {
  const person = await newPerson(server, role);
  const { user_id } = await send<{ user_id: number }>(
    server,
    'GET',
    '/api/user',
    await tokenOf(server, person),
  );
  const last_name = unique('Vega');
  const { employee_id } = await send<{ employee_id: number }>(
    server,
    'POST',
    '/api/employees',
    await tokenOf(server),
    { user_id, first_name: 'Marisol', last_name, position: 'Car Haul Driver', ...hours },
  );
  return { ...person, employeeId: employee_id, name: `Marisol ${last_name}` };
}

export const sampleDamage = {
  damage_date: '2025-03-01',
  damage_amount: 1234.5,
  damage_description: 'Mirror of a Tahoe broken at the gate.',
};

/** Writes a damage down and answers its id. */
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
