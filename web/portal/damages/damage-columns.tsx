import type { Damage } from '#contract/damages.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { EmployeeMark } from '../shared/driver-file/expired-mark.tsx';
import type { Columns } from '../shared/records/record-table.tsx';

export const damageColumns: Columns<Damage> = [
  {
    label: 'Driver',
    value: (one) => one.driver_name,
    cell: (one) => <EmployeeMark id={one.employee_id} />,
    className: 'w-1/5',
  },
  { label: 'Damage', value: (one) => one.damage_id },
  { label: 'Employee', value: (one) => one.employee_name, cut: 'w-1/6 max-xl:hidden' },
  { label: 'Date', value: (one) => one.damage_date, cell: (one) => usCalendarDay(one.damage_date) },
  {
    label: 'Amount',
    value: (one) => one.damage_amount,
    cell: (one) => dollars(one.damage_amount),
    className: 'text-right',
  },
  { label: 'Description', value: (one) => one.damage_description, cut: 'w-1/4' },
];
