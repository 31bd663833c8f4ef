import type { departments } from '../jobs.ts';
import { t } from './languages.ts';

type Department = (typeof departments)[number];

const spanishDepartments: Readonly<Record<string, string>> = {
  All: 'Todos',
  Logistics: 'Logística',
  Operations: 'Operaciones',
  'Vehicle Maintenance': 'Mantenimiento de vehículos',
  'Fleet Management': 'Gestión de flota',
  Finance: 'Finanzas',
} satisfies Record<Department, string>;

/** A department as visitors and employees read it. */
export const departmentName = (department: string): string =>
  t(department, spanishDepartments[department] ?? department);
