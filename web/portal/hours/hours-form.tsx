import { useEffect, useEffectEvent } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { filtered } from '#contract/filters/list-filter.ts';
import { employeesFilter } from '#contract/filters/users.ts';
import { field } from '#contract/messages/general.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Employee } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { ExportMenu } from '../shared/export-menu.tsx';
import { FormShell } from '../shared/record-form.tsx';
import { SearchBox } from '../shared/search-box.tsx';
import { toast } from '../shared/toast.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { type SaveTarget, useRecordForm } from '../shared/use-record-form.ts';
import { employeesQuery } from '../shared/users.data.ts';
import { useReloadHours } from './hours.data.ts';
import {
  changedKeys,
  changedRows,
  differencesOf,
  employeeIdOf,
  hoursLabels,
  hoursOf,
  mergeSheet,
  type Sheet,
  type SheetBody,
  type SheetValues,
  sheetOf,
  sheetSchema,
  valuesOf,
  withoutDisputed,
  withSaved,
} from './hours-sheet.ts';
import { HoursTable } from './hours-table.tsx';
import { type SavedHours, saveHours } from './save-hours.ts';

const noFilter = employeesFilter.none;

/** Changes hours: cells are typed, then all changes are submitted together. */
export function HoursForm({ employees }: { employees: readonly Employee[] }) {
  const confirm = useConfirm();
  const reload = useReloadHours();
  const [{ q }, setFilter] = useUrlFilter(noFilter);
  const growing = useGrowingList(q);
  const shown = filtered(employeesFilter, employees, { q });
  const nameOf = (id: number) => {
    const employee = employees.find(({ employee_id }) => employee_id === id);
    return employee ? personName(employee) : `Employee ${id}`;
  };
  const state = useRecordForm({
    draft: 'hours',
    record: sheetOf(employees),
    idOf: (_: Sheet) => 0,
    valuesOf,
    schema: sheetSchema,
    save,
    queryKey: employeesQuery.queryKey,
    messages: { saveFailed: messages.submitFailed },
    summaryOf: ({ rows }) => {
      const wrong = Object.keys(rows).filter((key) =>
        Object.values(rows[key] ?? {}).some((text) => hoursOf(text) === null),
      );
      return notSaved(wrong.map((key) => ({ id: employeeIdOf(key), reason: field.hours })));
    },
    keepOf: withoutDisputed,
    onSaved: () => toast.show(messages.submitted),
  });
  const { base, conflict, form } = state;

  const follow = useEffectEvent((list: readonly Employee[]) => {
    if (!base) return;
    const merged = mergeSheet(base, sheetOf(list), form.getValues());
    state.rebase(merged.sheet, merged.values);
  });
  // While saving, the values must belong to the sheet that is compared with them.
  const isFixed = conflict !== null || state.isSaving;
  useEffect(() => {
    if (!isFixed) follow(employees);
  }, [employees, isFixed]);

  async function save(
    body: SheetBody,
    { record: sheet }: SaveTarget<Sheet>,
  ): Promise<{ message: string } | null> {
    if (!sheet || changedRows(sheet, body.rows).length === 0) {
      throw new CallError(400, { error: messages.nothingChanged });
    }
    const question = {
      title: messages.confirmSubmit,
      description: describeChanges(sheet, body),
      confirmLabel: 'Submit',
    };
    if (!(await confirm(question))) return null;
    const { saved, disputed, failed } = await saveHours(sheet, body);
    const isDone = failed.length === 0;
    const values = withSaved(form.getValues(), body, sheet, saved);
    const merged = mergeSheet(saved, disputed ?? saved, values);
    state.rebase(merged.sheet, { ...merged.values, ...(isDone && { reason: '' }) });
    void reload();
    if (isDone) return { message: messages.submitted };
    if (disputed) throw new CallError(409, { error: messages.decide, current: disputed });
    throw new CallError(400, { error: `${messages.submitFailed} ${notSaved(failed)}` });
  }

  const maxNamed = 6;

  function describeChanges(sheet: Sheet, { rows }: SheetBody): string {
    const keys = changedRows(sheet, rows);
    const named = keys.slice(0, maxNamed).map((key) => {
      const saved = sheet.rows[key];
      const cells = changedKeys(saved, rows[key]).map(
        (name) => `${hoursLabels[name]} ${saved?.[name]} → ${rows[key]?.[name]}`,
      );
      return `${nameOf(employeeIdOf(key))}: ${cells.join(', ')}.`;
    });
    return [...named, ...andMore(keys.length - named.length)].join(' ');
  }

  function notSaved(failed: SavedHours['failed']): string {
    const named = failed.slice(0, maxNamed).map(({ id, reason }) => `${nameOf(id)}: ${reason}`);
    return [messages.notSaved, ...named, ...andMore(failed.length - named.length)].join(' ');
  }

  return (
    <FormShell
      differences={(current, mine) => differencesOf(base, current, mine, nameOf)}
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
        <PendingCount base={base} control={form.control} />
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
        <HoursTable editing={{ base, form }} employees={shown} growing={growing} />
      )}
    </FormShell>
  );
}

interface PendingCountProps {
  base: Sheet | null;
  control: Control<SheetValues, unknown, SheetBody>;
}

/** A component of its own, so that typing doesn't render the table. */
function PendingCount({ base, control }: PendingCountProps) {
  const rows = useWatch({ control, name: 'rows' });
  const count = base ? changedRows(base, rows).length : 0;
  return count > 0 && messages.pending(count);
}

function andMore(count: number): string[] {
  return count > 0 ? [`And ${count} more.`] : [];
}
