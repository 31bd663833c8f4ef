import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { employeeFilesFilter } from '#contract/filters/files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { groupedQuery, useEmployeeFiles } from './admin.data.ts';
import { EmployeeRow } from './employee-row.tsx';
import { awaitingOf, countAwaiting, found, type GroupedEmployee } from './grouped-files.ts';

const { none: everything, choices: filterChoices } = employeeFilesFilter;
const shows = [
  { value: 'everyone', label: messages.everyone },
  { value: 'awaiting', label: messages.awaiting },
];

/** Everyone with their files and versions, those awaiting a review first. */
export function EmployeeList() {
  return (
    <RecordList
      lines={10}
      messages={{
        fetchFailed: messages.fetchFailed,
        none: messages.noEmployees,
      }}
      query={useQuery(groupedQuery)}
    >
      {(employees) => <FilteredEmployees employees={employees} />}
    </RecordList>
  );
}

function FilteredEmployees({ employees }: { employees: readonly GroupedEmployee[] }) {
  const files = useEmployeeFiles();
  const [filter, setFilter] = useUrlFilter(everything, filterChoices);
  // Typing has priority over rendering the list.
  const { q: search, show } = useDeferredValue(filter);
  const awaitingOnly = show === 'awaiting';
  const awaiting = useMemo(() => awaitingOf(files.data ?? []), [files.data]);
  const [first, refreshFirst] = useFirst(employees, awaiting);
  const shown = useMemo(
    () => found(employees, search, first, awaitingOnly),
    [employees, search, first, awaitingOnly],
  );
  // The files determine who awaits a review.
  const isUnknown = awaitingOnly && files.data === undefined;
  const noMatch = awaitingOnly && search === '' ? messages.nothingAwaits : messages.noMatch;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {files.data === undefined && files.isError && (
        <FailedList fallback={messages.fetchFailed} query={files} />
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
              refreshFirst();
              setFilter({ show: event.target.value });
            }}
            options={shows}
            value={filter.show}
          />
        </Field>
      </search>
      <p className="text-sm text-steel" role="status">
        {!isUnknown && countOf(shown.length, employees.length, 'employee', 'employees')}
      </p>
      <FilteredList
        className="border-t-2 border-ink bg-sheet"
        label={messages.employeeList}
        keyOf={({ id }) => id}
        noMatch={isUnknown ? '' : noMatch}
        onShowAll={() => setFilter(everything)}
        resetKey={`${awaitingOnly} ${search}`}
        rows={shown}
      >
        {(employee) => (
          <li>
            <EmployeeRow awaiting={awaiting} employee={employee} />
          </li>
        )}
      </FilteredList>
    </div>
  );
}

/** People awaiting a review. They stay first after the review, so that no row moves under the pointer. */
function useFirst(employees: readonly GroupedEmployee[], awaiting: ReturnType<typeof awaitingOf>) {
  const waiting = useMemo(
    () => employees.filter((employee) => countAwaiting(awaiting, employee) > 0).map(({ id }) => id),
    [employees, awaiting],
  );
  const [first, setFirst] = useState<ReadonlySet<number>>(new Set());
  if (waiting.some((id) => !first.has(id))) setFirst(new Set([...first, ...waiting]));
  return [first, () => setFirst(new Set(waiting))] as const;
}
