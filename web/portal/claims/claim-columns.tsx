import { claimStatuses, type ListedClaim } from '#contract/claims.ts';
import { codeText, placeText } from '#contract/filters/claims.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { EmployeeMark } from '../shared/driver-file/expired-mark.tsx';
import type { Columns } from '../shared/records/record-table.tsx';
import { ClaimMarks } from './claim-marks.tsx';

export const claimColumns: Columns<ListedClaim> = [
  {
    label: 'Driver',
    value: (one) => one.driver_name,
    cell: (one) => <EmployeeMark id={one.employee_id} />,
    className: 'w-[18%] max-xl:w-1/4',
  },
  { label: 'Damage', value: (one) => one.damage_id },
  { label: 'Date', value: (one) => one.damage_date, cell: (one) => usCalendarDay(one.damage_date) },
  {
    label: 'Place',
    value: (one) => codeText(one.damage_code) || placeText(one),
    cut: 'w-[18%] max-xl:hidden',
  },
  { label: 'Customer', value: (one) => one.customer, cut: 'w-[15%]' },
  {
    label: 'Status',
    value: ({ status }) => claimStatuses.indexOf(status),
    cell: (claim) => <ClaimMarks claim={claim} isAdmin />,
    className: 'w-[27%]',
  },
  {
    label: 'Amount',
    value: (one) => one.damage_amount,
    cell: (one) => dollars(one.damage_amount),
    className: 'text-right',
  },
];
