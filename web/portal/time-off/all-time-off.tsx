import { Link } from 'react-router';
import { timeOff as messages } from '#contract/messages/time-off.ts';
import { type TimeOff, timeOffStatuses } from '#contract/time-off.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useAllTimeOff } from './time-off.data.ts';
import { RequestedTime, requestPath, StatusBadge, statusNames } from './time-off-labels.tsx';

const noFilter = { status: '' as const };
const choices = { status: ['', ...timeOffStatuses] };

/** Everyone's requests, newest first. */
export function AllTimeOff() {
  const [filter, setFilter] = useUrlFilter<{ status: string }>(noFilter, choices);
  const status = timeOffStatuses.find((one) => one === filter.status) ?? '';
  const list = useAllTimeOff(status);
  return (
    <section aria-labelledby="all-time-off" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="display text-lg" id="all-time-off">
          All requests
        </h2>
        <div className="flex flex-wrap items-end gap-4 print:hidden">
          <Field label="Status" name="status">
            <Select
              className="min-w-40"
              onChange={(event) => setFilter({ status: event.target.value })}
              options={timeOffStatuses.map((value) => ({ value, label: statusNames[value] }))}
              placeholder="All"
              value={status}
            />
          </Field>
          <ExportMenu filter={status ? { status } : {}} list="time-off" />
        </div>
      </div>
      <RecordList
        emptyHint="Requests appear here when employees send them."
        lines={4}
        messages={{
          loading: messages.loading,
          fetchFailed: messages.fetchFailed,
          ...(status === '' && { none: messages.none }),
        }}
        query={list}
      >
        {(rows) => (
          <FilteredList
            className="border-b-2 border-ink"
            keyOf={({ time_off_id }) => time_off_id}
            noMatch={messages.noMatch}
            onShowAll={() => setFilter(noFilter)}
            pages={list}
            resetKey={status}
            rows={rows}
          >
            {(row) => <Row row={row} />}
          </FilteredList>
        )}
      </RecordList>
    </section>
  );
}

function Row({ row }: { row: TimeOff }) {
  const expired = useExpiredDrivers()(row);
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line py-2.5 print:break-inside-avoid print:grid-cols-[2fr_3fr_2fr] print:py-0.5 print:text-xs md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)] md:items-center">
      <p>
        <Link
          className="py-3.5 font-display font-bold print:py-0 wrap-anywhere hover:underline"
          to={requestPath(row)}
        >
          {row.employee_name}
        </Link>
        <ExpiredMark driver={expired} />
        <MessageLink employeeId={row.employee_id} name={row.employee_name} />
      </p>
      <p className="text-sm">
        <RequestedTime row={row} />
      </p>
      <p className="text-sm">
        <StatusBadge status={row.status} />
        {row.decided_by && <span className="ml-2 text-steel">by {row.decided_by}</span>}
      </p>
    </li>
  );
}
