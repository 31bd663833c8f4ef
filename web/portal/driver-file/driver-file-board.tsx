import { useMemo } from 'react';
import { company } from '#contract/company/profile.ts';
import type { DriverFile } from '#contract/driver-file.ts';
import { driverFileKinds } from '#contract/driver-file-kinds.ts';
import {
  driverFileFilter,
  driverFilterText,
  type DriverFileFilter as Filter,
  isListed,
  isWanted,
  wantedNames,
} from '#contract/filters/driver-file.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { distinctLines } from '#contract/text/text-match.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { FilteredList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { BoardCard, BoardRow, BoardTable } from './board-rows.tsx';
import { ItemDialog } from './item-dialog.tsx';

const noFilter = driverFileFilter.none;

/** The open item, in the URL so that a notification leads to it. */
const noItem = { employee: '', item: '' };

/** Everyone's documents: a table of people and kinds, on phones a card for each person. */
export function DriverFileBoard({ files }: { files: readonly DriverFile[] }) {
  const [filter, setFilter] = useUrlFilter(noFilter, driverFileFilter.choices);
  const [open, setOpen] = useUrlFilter(noItem);
  const isWide = useWide('64rem');
  const found = useMemo(() => filtered(driverFileFilter, files, filter), [files, filter]);
  const drivers = useMemo(() => files.filter(isListed), [files]);
  // A kind that nobody needs has a column only where somebody has it.
  const kinds = driverFileKinds.filter(
    ({ kind }) =>
      (filter.kind === '' || kind === filter.kind) &&
      found.some(({ items }) => items.some((one) => one.kind === kind)),
  );
  const file = files.find(({ employee_id }) => String(employee_id) === open.employee);
  const item = file?.items.find(({ kind }) => kind === open.item);
  const rows = {
    kinds,
    status: filter.status,
    onOpen: (employeeId: number, kind: string) =>
      setOpen({ employee: String(employeeId), item: kind }),
  };
  return (
    <>
      <p className="hidden pb-3 text-sm print:block">
        {company.name}, {usCalendarDay(today())}. {driverFilterText(filter)}
      </p>
      <BoardFilter files={drivers} filter={filter} onChange={setFilter} />
      <p className="text-sm text-steel print:hidden" role="status">
        {countOf(found.length, (filter.q ? files : drivers).length, 'person', 'people')}
        {!filter.q && drivers.length < files.length && `. ${messages.searchOthers}`}
      </p>
      <FilteredList
        container={(list) =>
          isWide ? (
            <BoardTable kinds={kinds}>{list}</BoardTable>
          ) : (
            <ul className="grid gap-4">{list}</ul>
          )
        }
        keyOf={({ employee_id }) => employee_id}
        noMatch={messages.noMatch}
        onShowAll={() => setFilter(noFilter)}
        resetKey={JSON.stringify(filter)}
        rows={found}
      >
        {(one) =>
          isWide ? (
            <BoardRow file={one} kinds={kinds} onOpen={rows.onOpen} />
          ) : (
            <li className={one.is_driver === 1 ? '' : 'print:hidden'}>
              <BoardCard {...rows} file={one} />
            </li>
          )
        }
      </FilteredList>
      {file && item && (
        <ItemDialog file={file} item={item} key={item.kind} onClose={() => setOpen(noItem)} />
      )}
    </>
  );
}

interface BoardFilterProps {
  files: readonly DriverFile[];
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}

function BoardFilter({ files, filter, onChange }: BoardFilterProps) {
  const departments = distinctLines(files.map(({ department }) => department));
  const items = files.flatMap((file) => file.items);
  const statuses = (Object.keys(wantedNames) as (keyof typeof wantedNames)[]).map((value) => {
    const count = items.filter((item) => isWanted(item, value)).length;
    return { value, label: `${wantedNames[value]} (${count})` };
  });
  return (
    <search className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))] print:hidden">
      <div className="col-span-2 lg:col-span-1">
        <SearchBox label="Search by name" onChange={(q) => onChange({ q })} value={filter.q} />
      </div>
      <Field label="Status" name="status">
        <Select
          onChange={(event) => onChange({ status: event.target.value as Filter['status'] })}
          options={statuses}
          placeholder="All"
          value={filter.status}
        />
      </Field>
      <Field label="Document" name="kind">
        <Select
          onChange={(event) => onChange({ kind: event.target.value as Filter['kind'] })}
          options={driverFileKinds.map(({ kind, label }) => ({ value: kind, label }))}
          placeholder="All"
          value={filter.kind}
        />
      </Field>
      <Field className="max-lg:col-span-2" label="Department" name="department">
        <Select
          onChange={(event) => onChange({ department: event.target.value })}
          options={departments}
          placeholder="All"
          value={filter.department}
        />
      </Field>
    </search>
  );
}
