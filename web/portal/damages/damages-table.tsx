import type { Damage } from '#contract/damages.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { type Column, type FoundRows, RecordTable } from '../shared/records/record-table.tsx';
import { DamageActions } from './damage-card.tsx';

interface DamagesTableProps extends FoundRows<Damage> {
  /** The damage that is being deleted. */
  deletingId: number | null;
  onDelete: (damage: Damage) => void;
  onOpen: (damage: Damage) => void;
}

/** The damages for the office. */
export function DamagesTable({ deletingId, onDelete, ...list }: DamagesTableProps) {
  const expired = useExpiredDrivers();
  return (
    <RecordTable
      {...list}
      caption="Damages"
      columns={[
        {
          name: 'driver',
          label: 'Driver',
          value: (one) => one.driver_name,
          cell: ({ employee_id }) => <ExpiredMark driver={expired({ employee_id })} />,
          className: 'w-1/5',
        },
        ...columns,
        {
          name: 'actions',
          label: 'Actions',
          cell: (damage) => (
            <span className="flex *:min-h-7! *:px-2! *:py-0! *:pointer-coarse:min-h-11!">
              <DamageActions
                damage={damage}
                isDeleting={deletingId === damage.damage_id}
                onDelete={() => onDelete(damage)}
              />
            </span>
          ),
          className: 'print:hidden',
        },
      ]}
      order="-date"
    />
  );
}

const columns: Column<Damage>[] = [
  { name: 'id', label: 'Damage', value: (one) => one.damage_id },
  {
    name: 'employee',
    label: 'Employee',
    value: (one) => one.employee_name,
    className: 'w-1/6 max-xl:hidden',
    isCut: true,
  },
  {
    name: 'date',
    label: 'Date',
    value: (one) => one.damage_date,
    cell: (one) => usCalendarDay(one.damage_date),
  },
  {
    name: 'amount',
    label: 'Amount',
    value: (one) => one.damage_amount,
    cell: (one) => dollars(one.damage_amount),
    className: 'text-right',
  },
  {
    name: 'description',
    label: 'Description',
    value: (one) => one.damage_description,
    className: 'w-1/4',
    isCut: true,
  },
];
