import { type RefCallback, useMemo, useState } from 'react';
import { employeeName } from '#contract/employee-name.ts';
import type { Employee } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { type Edits, type HoursKey, hoursKeys, hoursLabels } from './hours-edits.ts';
import { HoursRow } from './hours-row.tsx';

type Column = 'name' | HoursKey;

interface HoursTableProps {
  employees: readonly Employee[];
  /** What an admin has typed; without it the table is for reading. */
  editing?: {
    edits: Edits;
    /** Whether what is no number of hours is marked. */
    judged: boolean;
    onType: (employee: Employee, key: HoursKey, text: string) => void;
    onChoose: (id: number, key: HoursKey, mine: boolean) => void;
  };
  /** How many rows to draw, and where the next come in. */
  growing?: { count: number; end: RefCallback<HTMLDivElement>; showMore: () => void };
}

/** Name, PTO Hours, Work Hours; sorted by the saved values, so that no row moves under the typing. */
export function HoursTable({ employees, editing, growing }: HoursTableProps) {
  const [order, setOrder] = useState<{ by: Column; down: boolean }>({ by: 'name', down: false });
  const sorted = useMemo(() => sortedBy(employees, order.by, order.down), [employees, order]);
  const head = (column: Column, label: string, className: string) => (
    <Th
      className={className}
      key={column}
      onSort={
        employees.length > 1
          ? () => setOrder({ by: column, down: order.by === column && !order.down })
          : undefined
      }
      sort={order.by !== column ? 'none' : order.down ? 'descending' : 'ascending'}
    >
      {label}
    </Th>
  );
  const count = growing?.count ?? sorted.length;
  return (
    <Table caption="Hours by employee">
      <thead>
        <tr>
          {head('name', 'Name', 'w-full')}
          {hoursKeys.map((key) => head(key, hoursLabels[key], 'min-w-28'))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, count).map((employee) => (
          <HoursRow
            edit={editing?.edits[employee.employee_id]}
            employee={employee}
            judged={editing?.judged ?? false}
            key={employee.employee_id}
            onChoose={editing?.onChoose}
            onType={editing?.onType}
          />
        ))}
        {growing && sorted.length > count && (
          <tr>
            <Td colSpan={3}>
              <div ref={growing.end}>
                <Button onClick={growing.showMore} size="sm" variant="quiet">
                  Show more
                </Button>
              </div>
            </Td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}

function sortedBy(employees: readonly Employee[], by: Column, down: boolean): Employee[] {
  const names = new Intl.Collator('en-US');
  const ascending =
    by === 'name'
      ? (one: Employee, other: Employee) => names.compare(employeeName(one), employeeName(other))
      : (one: Employee, other: Employee) => one[by] - other[by];
  const sorted = employees.toSorted(ascending);
  return down ? sorted.reverse() : sorted;
}
