import { memo, useId } from 'react';
import { employeeName } from '#contract/employee-name.ts';
import { field } from '#contract/messages/general.ts';
import type { Employee } from '#contract/users.ts';
import { FieldError } from '#web/ui/field.tsx';
import { Input, valueClass } from '#web/ui/input.tsx';
import { Td } from '#web/ui/table.tsx';
import { HoursConflict } from './hours-conflict.tsx';
import {
  disputedKeys,
  type Edit,
  type HoursKey,
  hoursKeys,
  hoursLabels,
  hoursOf,
  hoursText,
} from './hours-edits.ts';

interface HoursRowProps {
  employee: Employee;
  edit: Edit | undefined;
  judged: boolean;
  /** Absent for who may only read. */
  onType: ((employee: Employee, key: HoursKey, text: string) => void) | undefined;
  /** Decides a cell that somebody else has changed too. */
  onChoose: ((id: number, key: HoursKey, mine: boolean) => void) | undefined;
}

/** One employee's hours; drawn anew only when its own edit changes. */
export const HoursRow = memo(function HoursRow({
  employee,
  edit,
  judged,
  onType,
  onChoose,
}: HoursRowProps) {
  const id = useId();
  const name = employeeName(employee);
  const disputed = edit ? disputedKeys(edit) : [];
  const wrong = hoursKeys.filter((key) => judged && isWrong(edit?.typed[key]));
  return (
    <tr className={edit ? 'bg-well' : ''}>
      <th className="border-t border-line px-3 py-2 align-top font-normal" scope="row">
        <span className="block font-semibold">{name}</span>
        <span className="block text-xs text-steel">{employee.position}</span>
        {/* Beside the cells it would be a column of single words. */}
        {wrong.length > 0 && <FieldError id={`${id}-wrong`}>{field.hours}</FieldError>}
      </th>
      {hoursKeys.map((key) => {
        const typed = edit?.typed[key];
        return (
          <Td key={key}>
            <Input
              aria-describedby={wrong.includes(key) ? `${id}-wrong` : undefined}
              aria-invalid={wrong.includes(key) || undefined}
              aria-label={`${hoursLabels[key]} of ${name}`}
              autoComplete="off"
              className={`w-24 text-right tabular-nums [appearance:textfield] sm:w-28 [&::-webkit-inner-spin-button]:appearance-none ${typed === undefined ? '' : 'border-signal!'} ${onType ? '' : valueClass}`}
              inputMode="decimal"
              min="0"
              name={key}
              onChange={(event) => onType?.(employee, key, event.target.value)}
              // A wheel over a focused number would count it up and down.
              onWheel={(event) => event.currentTarget.blur()}
              readOnly={!onType}
              step="0.01"
              type="number"
              value={typed ?? hoursText(employee[key])}
            />
            {typed !== undefined && edit && (
              <span className="block text-right text-xs text-steel">was {edit.base[key]}</span>
            )}
            {edit?.current && disputed.includes(key) && (
              <HoursConflict
                cell={`${hoursLabels[key]} of ${name}`}
                mine={typed ?? ''}
                onChoose={(mine) => onChoose?.(employee.employee_id, key, mine)}
                theirs={edit.current[key]}
              />
            )}
          </Td>
        );
      })}
    </tr>
  );
});

function isWrong(typed: string | undefined): boolean {
  return typed !== undefined && hoursOf(typed) === null;
}
