import { Download } from 'lucide-react';
import type { Damage } from '#contract/damages.ts';
import { dollars } from '#web/lib/dollars.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { Button } from '#web/ui/button.tsx';
import { costOf } from './damage-words.ts';

const header = [
  'Damage ID',
  'Employee ID',
  'Employee',
  'Driver Name',
  'Date',
  'Amount',
  'Description',
];

interface DamagesTotalsProps {
  /** What the filter has left. */
  list: readonly Damage[];
  /** How many there are without it. */
  all: number;
}

/** How many, how much, and the same as a file. */
export function DamagesTotals({ list, all }: DamagesTotalsProps) {
  const cost = costOf(list);
  const figures = [
    ['Damages', list.length === all ? `${all}` : `${list.length} of ${all}`],
    ['Total cost', dollars(cost)],
    ['Average', list.length === 0 ? '–' : dollars(cost / list.length)],
  ] as const;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-y-2 border-ink py-3">
      <div role="status">
        <dl aria-label="Totals" className="flex flex-wrap gap-x-10 gap-y-3">
          {figures.map(([label, figure]) => (
            <div key={label}>
              <dt className="legend text-steel">{label}</dt>
              <dd className="display text-xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Button
        disabled={list.length === 0}
        onClick={() =>
          saveCsv(
            'damages',
            header,
            list.map((damage) => [
              damage.damage_id,
              damage.employee_id,
              damage.employee_name,
              damage.driver_name,
              damage.damage_date,
              damage.damage_amount,
              damage.damage_description,
            ]),
          )
        }
        size="sm"
        variant="secondary"
      >
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </Button>
    </div>
  );
}
