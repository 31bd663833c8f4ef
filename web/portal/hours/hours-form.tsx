import { type Control, useWatch } from 'react-hook-form';
import { filtered } from '#contract/filters/list-filter.ts';
import { employeesFilter } from '#contract/filters/users.ts';
import { field } from '#contract/messages/general.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Employee } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { employeesQuery } from '../shared/people/users.data.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { useGrowingList } from '../shared/records/use-growing-list.ts';
import { type SaveTarget, useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { type SavedHours, saveHours, useHoursCache } from './hours.data.ts';
import {
  changedKeys,
  changedRows,
  differencesOf,
  employeeIdOf,
  hoursKeys,
  hoursLabels,
  hoursOf,
  rowKey,
  type Sheet,
  type SheetBody,
  type SheetValues,
  sheetSchema,
  undisputed,
  withoutRows,
} from './hours-sheet.ts';
import { HoursTable } from './hours-table.tsx';

const noFilter = employeesFilter.none;

/** Changes hours: cells are typed, then all changes are submitted together. */
export function HoursForm({ employees }: { employees: readonly Employee[] }) {
  const confirm = useConfirm();
  const cache = useHoursCache();
  const [{ q }, setFilter] = useUrlFilter(noFilter);
  const growing = useGrowingList(q);
  const shown = filtered(employeesFilter, employees, { q });
  const nameOf = (id: number) => {
    const employee = employees.find(({ employee_id }) => employee_id === id);
    return employee ? personName(employee) : `Employee ${id}`;
  };
  const state = useRecordForm({
    draft: 'hours',
    record: undisputed,
    idOf: (_: Sheet) => 0,
    valuesOf: (): SheetValues => ({ reason: '', rows: {} }),
    schema: sheetSchema,
    save,
    queryKey: employeesQuery.queryKey,
    messages: { saveFailed: messages.submitFailed },
    summaryOf: ({ rows }) => {
      const wrong = Object.keys(rows).filter((key) =>
        hoursKeys.some((name) => hoursOf(rows[key]?.[name] ?? '0') === null),
      );
      return notSaved(wrong.map((key) => ({ id: employeeIdOf(key), reason: field.hours })));
    },
    keepOf: ({ reason, rows }, current) => ({
      reason,
      rows: withoutRows(rows, Object.keys(current.rows)),
    }),
    onSaved: (_, { rebase }) => {
      rebase(undisputed);
      toast.show(messages.submitted);
    },
  });
  const { form } = state;

  async function save(
    body: SheetBody,
    { record }: SaveTarget<Sheet>,
  ): Promise<{ message: string } | null> {
    const changed = changedRows(employees, body.rows);
    if (changed.length === 0) {
      throw new CallError(400, { error: messages.nothingChanged });
    }
    const question = {
      title: messages.confirmSubmit,
      description: describeChanges(changed, body),
      confirmLabel: 'Submit',
    };
    if (!(await confirm(question))) return null;
    const { saved, disputed, failed } = await saveHours(changed, body, record ?? undisputed);
    cache.show(saved);
    void cache.reload();
    if (failed.length === 0) return { message: messages.submitted };
    const savedKeys = saved.map(({ employee_id }) => rowKey(employee_id));
    form.setValue('rows', withoutRows(form.getValues('rows'), savedKeys), { shouldDirty: true });
    if (Object.keys(disputed).length > 0) {
      const current: Sheet = { version: 0, rows: disputed };
      throw new CallError(409, { error: messages.decide, current });
    }
    throw new CallError(400, { error: `${messages.submitFailed} ${notSaved(failed)}` });
  }

  const maxNamed = 6;

  function describeChanges(changed: readonly Employee[], { rows }: SheetBody): string {
    const named = changed.slice(0, maxNamed).map((employee) => {
      const typed = rows[rowKey(employee.employee_id)];
      const cells = changedKeys(employee, typed).map(
        (name) => `${hoursLabels[name]} ${employee[name]} → ${typed?.[name]}`,
      );
      return `${personName(employee)}: ${cells.join(', ')}.`;
    });
    return [...named, ...andMore(changed.length - named.length)].join(' ');
  }

  function notSaved(failed: SavedHours['failed']): string {
    const named = failed.slice(0, maxNamed).map(({ id, reason }) => `${nameOf(id)}: ${reason}`);
    return [messages.notSaved, ...named, ...andMore(failed.length - named.length)].join(' ');
  }

  return (
    <FormShell
      differences={(current, mine) => differencesOf(current, mine, nameOf)}
      footerClass={`bg-paper py-3 print:hidden ${state.isDirty ? '[@media(height>=40rem)]:sticky bottom-0 z-20 border-t-2 border-ink' : ''}`}
      onCancel={state.isDirty ? state.discard : null}
      state={state}
      submitLabel="Submit Changes"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <search className="block min-w-0 flex-1 basis-64 sm:max-w-xl">
          <SearchBox label="Search people" onChange={(text) => setFilter({ q: text })} value={q} />
        </search>
        <Field
          className="min-w-0 flex-1 basis-56"
          label="Reason for changes (optional)"
          name="reason"
        >
          <Input {...form.register('reason')} autoComplete="off" maxLength={500} />
        </Field>
        <ExportMenu filter={{ q }} label="Export balances" list="employees" />
      </div>
      <p className="text-sm text-steel" role="status">
        {shown.length === employees.length
          ? `${employees.length} people. `
          : `${shown.length} of ${employees.length} people. `}
        <PendingCount control={form.control} employees={employees} />
      </p>
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setFilter(noFilter)} variant="secondary">
              Show all
            </Button>
          }
          title={messages.noMatch}
        />
      ) : (
        <HoursTable
          editing={{ form, isSaving: state.isSaving }}
          employees={shown}
          growing={growing}
        />
      )}
    </FormShell>
  );
}

interface PendingCountProps {
  employees: readonly Employee[];
  control: Control<SheetValues, unknown, SheetBody>;
}

/** A component of its own, so that typing doesn't render the table. */
function PendingCount({ employees, control }: PendingCountProps) {
  const rows = useWatch({ control, name: 'rows' });
  const count = changedRows(employees, rows).length;
  return count > 0 && messages.pending(count);
}

function andMore(count: number): string[] {
  return count > 0 ? [`And ${count} more.`] : [];
}
