import { claimStatuses, type ListedClaim } from '#contract/claims.ts';
import { codeText, placeText } from '#contract/filters/claims.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { type Column, type FoundRows, RecordTable } from '../shared/records/record-table.tsx';
import { ClaimMarks } from './claim-marks.tsx';

/** The claims for the office. */
export function ClaimsTable(found: FoundRows<ListedClaim>) {
  const expired = useExpiredDrivers();
  return (
    <RecordTable
      {...found}
      caption="Claims"
      columns={[
        {
          name: 'driver',
          label: 'Driver',
          value: (one) => one.driver_name,
          cell: ({ employee_id }) => <ExpiredMark driver={expired({ employee_id })} />,
          className: 'w-[18%]',
        },
        ...columns,
      ]}
      isUrgent={({ overdue }) => overdue !== null}
      order="-date"
      to={({ damage_id }) => `/claims?damage=${damage_id}`}
    />
  );
}

const columns: Column<ListedClaim>[] = [
  { name: 'damage', label: 'Damage', value: (one) => one.damage_id },
  {
    name: 'date',
    label: 'Date',
    value: (one) => one.damage_date,
    cell: (one) => usCalendarDay(one.damage_date),
  },
  {
    name: 'place',
    label: 'Place',
    value: (one) => codeText(one.damage_code) || placeText(one),
    className: 'w-[18%]',
    isCut: true,
  },
  {
    name: 'customer',
    label: 'Customer',
    value: (one) => one.customer,
    className: 'w-[15%]',
    isCut: true,
  },
  {
    name: 'status',
    label: 'Status',
    value: ({ status }) => claimStatuses.indexOf(status),
    cell: (claim) => <ClaimMarks claim={claim} isAdmin />,
    className: 'w-[27%]',
  },
  {
    name: 'amount',
    label: 'Amount',
    value: (one) => one.damage_amount,
    cell: (one) => dollars(one.damage_amount),
    className: 'text-right',
  },
];
