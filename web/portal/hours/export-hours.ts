import { employeeName } from '#contract/employee-name.ts';
import type { Employee } from '#contract/users.ts';
import { saveCsv } from '#web/lib/save-csv.ts';

const header = ['Employee ID', 'Name', 'Department', 'Position', 'PTO Hours', 'Work Hours'];

/** The saved balances as a file. */
export function exportHours(employees: readonly Employee[]): void {
  saveCsv(
    'hours',
    header,
    employees.map((one) => [
      one.employee_id,
      employeeName(one),
      one.department,
      one.position,
      one.pto_hours,
      one.work_hours,
    ]),
  );
}
