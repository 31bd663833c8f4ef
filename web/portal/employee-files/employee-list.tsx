import { useDeferredValue, useMemo, useState } from 'react';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { general } from '#contract/messages/general.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/failed-list.tsx';
import { countOf, SearchBox } from '../shared/search-box.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { useEmployeeFiles, useGrouped } from './admin.data.ts';
import { EmployeeRow } from './employee-row.tsx';
import { awaitingOf, countAwaiting, found, type GroupedEmployee } from './grouped-files.ts';

const nobody: readonly GroupedEmployee[] = [];
const everything = { q: '', show: 'everyone' };
const filterChoices = { show: ['everyone', 'awaiting'] };
const shows = [
  { value: 'everyone', label: messages.everyone },
  { value: 'awaiting', label: messages.awaiting },
];

/** Everybody with their files and what came back, what waits to be judged first. */
export function EmployeeList() {
  const grouped = useGrouped();
  const files = useEmployeeFiles();
  const [filter, setFilter] = useUrlFilter(everything, filterChoices);
  // Typing goes first, the list follows.
  const { q: search, show } = useDeferredValue(filter);
  const awaitingOnly = show === 'awaiting';
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
      fallback={messages.fetchFailed}
      onRetry={() => void grouped.refetch()}
    />
  );
  if (failed && grouped.data === undefined) return failed;
  // Without the files nobody knows what waits.
  const isUnknown = files.data === undefined;
  if (employees.length === 0) return <EmptyState title={messages.noEmployees} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failed}
      {isUnknown && files.isError && (
        <FailedList
          busy={files.isFetching}
          error={files.error}
          fallback={messages.fetchFailed}
          onRetry={() => void files.refetch()}
        />
      )}
      <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchBox
          label="Search by name"
          onChange={(q) => setFilter({ q })}
          placeholder={messages.searchEmployees}
          value={filter.q}
        />
        <Field label="Show" name="show">
          <Select
            onChange={(event) => {
              lookAgain();
              setFilter({ show: event.target.value });
            }}
            options={shows}
            value={filter.show}
          />
        </Field>
      </search>
      <p className="text-sm text-steel" role="status">
        {!(awaitingOnly && isUnknown) &&
          countOf(shown.length, employees.length, 'employee', 'employees')}
      </p>
      {shown.length === 0 && !(awaitingOnly && isUnknown) && (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={awaitingOnly && search === '' ? messages.nothingAwaits : messages.noMatch}
        />
      )}
      <ul aria-label={messages.employeeList} className="grid gap-2">
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
