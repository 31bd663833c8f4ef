import { useDeferredValue, useMemo, useState } from 'react';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '../frame/count-of.ts';
import { FailedList } from '../frame/failed-list.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { useEmployeeFiles, useGrouped } from './admin-files.data.ts';
import { EmployeeRow } from './employee-row.tsx';
import { awaitingOf, countAwaiting, found, type GroupedEmployee } from './grouped-words.ts';

const nobody: readonly GroupedEmployee[] = [];
const everything = { search: '', awaitingOnly: false };
const shows = [
  { value: 'everyone', label: text.everyone },
  { value: 'awaiting', label: text.awaiting },
];

/** Everybody with their files and what came back, what waits to be judged first. */
export function EmployeeList() {
  const grouped = useGrouped();
  const files = useEmployeeFiles();
  const [filter, setFilter] = useState(everything);
  // Typing goes first, the list follows.
  const { search, awaitingOnly } = useDeferredValue(filter);
  const employees = grouped.data ?? nobody;
  const awaiting = useMemo(() => awaitingOf(files.data ?? []), [files.data]);
  const [first, lookAgain] = useFirst(employees, awaiting);
  const shown = useMemo(
    () => found(employees, search, first, awaitingOnly),
    [employees, search, first, awaitingOnly],
  );
  const { count, showMore, end } = useGrowingList(`${awaitingOnly} ${search}`);

  if (grouped.isPending) return <Skeleton label={general.loading} labelVisible lines={10} />;
  const failed = grouped.isError && (
    <FailedList
      busy={grouped.isFetching}
      error={grouped.error}
      fallback={text.fetchFailed}
      onRetry={() => void grouped.refetch()}
    />
  );
  if (failed && grouped.data === undefined) return failed;
  if (employees.length === 0) return <EmptyState title={text.nobodyYet} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failed}
      <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchBox
          label="Search by name"
          onChange={(words) => setFilter({ ...filter, search: words })}
          placeholder={text.searchEmployees}
          value={filter.search}
        />
        <Field label="Show" name="show">
          <Select
            onChange={(event) => {
              lookAgain();
              setFilter({ ...filter, awaitingOnly: event.target.value === 'awaiting' });
            }}
            options={shows}
            value={filter.awaitingOnly ? 'awaiting' : 'everyone'}
          />
        </Field>
      </search>
      <p className="text-sm text-steel" role="status">
        {countOf(shown.length, employees.length, 'employee', 'employees')}
      </p>
      {shown.length === 0 && (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={awaitingOnly && search === '' ? text.nobodyAwaits : text.noMatch}
        />
      )}
      <ul aria-label={text.employeeList} className="grid gap-2">
        {shown.slice(0, count).map((employee) => (
          <li key={employee.id}>
            <EmployeeRow awaiting={awaiting} employee={employee} />
          </li>
        ))}
      </ul>
      {shown.length > count && (
        <div ref={end}>
          <Button onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/** Who has something that waits. They stay in front when it has been judged, so that nobody moves under the pointer. */
function useFirst(employees: readonly GroupedEmployee[], awaiting: ReturnType<typeof awaitingOf>) {
  const waiting = useMemo(
    () => employees.filter((employee) => countAwaiting(awaiting, employee) > 0).map(({ id }) => id),
    [employees, awaiting],
  );
  const [first, setFirst] = useState<ReadonlySet<number>>(new Set());
  if (waiting.some((id) => !first.has(id))) setFirst(new Set([...first, ...waiting]));
  return [first, () => setFirst(new Set(waiting))] as const;
}
