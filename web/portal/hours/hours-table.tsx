import { type RefCallback, useId, useMemo, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { Employee } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Input, valueClass } from '#web/ui/input.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import {
  changedKeys,
  type HoursKey,
  hoursKeys,
  hoursLabels,
  rowKey,
  type SheetBody,
  type SheetValues,
  type TypedRow,
  withoutRows,
} from './hours-sheet.ts';

type Column = 'name' | HoursKey;
type HoursForm = UseFormReturn<SheetValues, unknown, SheetBody>;

interface HoursTableProps {
  employees: readonly Employee[];
  /** Without it the table is read-only. */
  editing?: { form: HoursForm; isSaving: boolean };
  /** The number of rows to render, and the ref of their end. */
  growing?: { count: number; end: RefCallback<HTMLDivElement>; showMore: () => void };
}

/** Name, PTO Hours, Work Hours; sorted by the saved values, so that no row moves while typing. */
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
    <Table caption={t('Hours by employee', 'Horas por empleado')}>
      <thead>
        <tr>
          {head('name', t('Name', 'Nombre'), 'w-full')}
          {hoursKeys.map((key) => head(key, hoursLabels[key], 'min-w-28 text-right'))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, count).map((employee) => (
          <HoursRow editing={editing} employee={employee} key={employee.employee_id} />
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

interface HoursRowProps {
  employee: Employee;
  editing: HoursTableProps['editing'];
}

function HoursRow({ employee, editing }: HoursRowProps) {
  const errorId = useId();
  const expired = useExpiredDrivers()(employee);
  const name = personName(employee);
  return (
    <tr className="has-data-changed:bg-well">
      <th className="border-t border-line px-3 py-1.5 align-middle font-normal" scope="row">
        <span className="font-semibold max-lg:block">
          {name}
          <ExpiredMark driver={expired} />
          <MessageLink employeeId={employee.employee_id} name={name} />
        </span>
        <span className="text-xs text-steel">{employee.position}</span>
        {editing && (
          <RowError form={editing.form} id={errorId} row={rowKey(employee.employee_id)} />
        )}
      </th>
      {hoursKeys.map((column) => {
        const label = t(`${hoursLabels[column]} of ${name}`, `${hoursLabels[column]} de ${name}`);
        return (
          <Td className="py-1!" key={column}>
            {editing ? (
              <HoursCell
                {...editing}
                column={column}
                employee={employee}
                errorId={errorId}
                label={label}
              />
            ) : (
              <Input
                {...cellProps}
                aria-label={label}
                className={`${cellProps.className} ${valueClass}`}
                name={column}
                readOnly
                value={employee[column]}
              />
            )}
          </Td>
        );
      })}
    </tr>
  );
}

const cellProps = {
  autoComplete: 'off',
  className: 'min-h-9! w-24 py-1! text-right tabular-nums pointer-coarse:min-h-11! sm:w-28',
  inputMode: 'decimal',
} as const;

interface HoursCellProps {
  form: HoursForm;
  isSaving: boolean;
  employee: Employee;
  column: HoursKey;
  label: string;
  errorId: string;
}

/** Shows the saved hours until something is typed over them. */
function HoursCell({ form, isSaving, employee, column, label, errorId }: HoursCellProps) {
  const key = rowKey(employee.employee_id);
  const { control } = form;
  const typed: TypedRow | undefined = useWatch({ control, name: `rows.${key}` });
  const { errors, isSubmitted } = useFormState({ control, name: `rows.${key}` });
  const isInvalid = errors.rows?.[key]?.[column] !== undefined;
  const isChanged = changedKeys(employee, typed).includes(column);
  const options = { shouldDirty: true, shouldValidate: isSubmitted };

  function type(text: string) {
    form.setValue(`rows.${key}`, { version: employee.version, ...typed, [column]: text }, options);
  }

  function forgetUnchanged() {
    if (typed && changedKeys(employee, typed).length === 0)
      form.setValue('rows', withoutRows(form.getValues('rows'), [key]), options);
  }

  return (
    <>
      <Input
        {...cellProps}
        aria-describedby={isInvalid ? errorId : undefined}
        aria-invalid={isInvalid || undefined}
        aria-label={label}
        className={`${cellProps.className} ${isChanged ? 'border-signal!' : ''}`}
        data-changed={isChanged || undefined}
        name={column}
        onBlur={forgetUnchanged}
        onChange={(event) => type(event.target.value)}
        readOnly={isSaving}
        value={typed?.[column] ?? employee[column]}
      />
      {isChanged && (
        <span className="block pb-1 text-right text-xs text-steel">was {employee[column]}</span>
      )}
    </>
  );
}

/** Below the name, because the cells are too narrow for it. */
function RowError({ form, row, id }: { form: HoursForm; row: string; id: string }) {
  const { errors } = useFormState({ control: form.control });
  const wrong = errors.rows?.[row];
  const message = wrong?.pto_hours?.message ?? wrong?.work_hours?.message;
  return message ? <FieldError id={id}>{message}</FieldError> : null;
}

function sortedBy(employees: readonly Employee[], by: Column, down: boolean): Employee[] {
  const names = new Intl.Collator('en-US');
  const ascending =
    by === 'name'
      ? (one: Employee, other: Employee) => names.compare(personName(one), personName(other))
      : (one: Employee, other: Employee) => one[by] - other[by];
  const sorted = employees.toSorted(ascending);
  return down ? sorted.reverse() : sorted;
}
