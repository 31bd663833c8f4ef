import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { hoursText, timeOff as messages, usPeriod } from '#contract/messages/time-off.ts';
import { overlaps } from '#contract/rules/time-off-rules.ts';
import { isSameLine } from '#contract/text/text-match.ts';
import { type TimeOff, takesPto } from '#contract/time-off.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { employeesQuery } from '../shared/people/users.data.ts';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { pendingQuery, useAway } from './time-off.data.ts';
import {
  hoursLabel,
  periodLabel,
  RequestedTime,
  requestPath,
  statusNames,
} from './time-off-labels.tsx';
import { useApprove } from './use-decisions.ts';

/** What waits for the office, the first days first. */
export function PendingRequests() {
  const pending = useQuery(pendingQuery);
  const list = pending.data?.toSorted((a, b) => a.from_date.localeCompare(b.from_date)) ?? [];
  const away = useAway(
    list[0]?.from_date ?? '',
    list.reduce((last, { to_date }) => (to_date > last ? to_date : last), ''),
    list.length > 0,
  );
  const employees = useQuery(employeesQuery).data;
  const { approve, busyId } = useApprove();
  return (
    <section
      aria-labelledby="pending"
      className="grid print:hidden grid-cols-[minmax(0,1fr)] gap-3"
    >
      <h2 className="display text-lg" id="pending">
        To decide
      </h2>
      <RecordList
        emptyHint="New requests appear here at once."
        lines={4}
        messages={{
          loading: messages.loading,
          fetchFailed: messages.fetchFailed,
          none: messages.nonePending,
        }}
        query={pending}
      >
        {() => (
          <FilteredList
            className="border-b-2 border-ink"
            keyOf={({ time_off_id }) => time_off_id}
            rows={list}
          >
            {(row) => (
              <PendingRow
                away={(away.data ?? []).filter((other) => isColleague(row, other))}
                balance={employees?.find((one) => one.employee_id === row.employee_id)?.pto_hours}
                isBusy={busyId === row.time_off_id}
                onApprove={() => approve(row)}
                own={(away.data ?? []).filter((other) => isOwnOther(row, other))}
                row={row}
              />
            )}
          </FilteredList>
        )}
      </RecordList>
    </section>
  );
}

function isColleague(row: TimeOff, other: TimeOff): boolean {
  return (
    row.department !== '' &&
    isSameLine(other.department, row.department) &&
    other.employee_id !== row.employee_id &&
    overlaps(row, other)
  );
}

/** Whether the person has that time off on some of the same days. */
function isOwnOther(row: TimeOff, other: TimeOff): boolean {
  return (
    other.employee_id === row.employee_id &&
    other.time_off_id !== row.time_off_id &&
    overlaps(row, other)
  );
}

interface PendingRowProps {
  row: TimeOff;
  /** PTO hours of the person; undefined until they are loaded. */
  balance: number | undefined;
  /** Other time off of the person in these days. */
  own: readonly TimeOff[];
  /** Others of the department in these days. */
  away: readonly TimeOff[];
  isBusy: boolean;
  onApprove: () => void;
}

function PendingRow({ row, balance, own, away, isBusy, onApprove }: PendingRowProps) {
  const what = `${row.employee_name}, ${usPeriod(row)}`;
  const expired = useExpiredDrivers()(row);
  const names = [...new Set(away.map(({ employee_name }) => employee_name))];
  return (
    <li className="grid gap-x-4 gap-y-2 border-t border-line py-2.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid min-w-0 gap-x-6 lg:grid-cols-2">
        <div>
          <h3 className="font-display leading-snug font-bold wrap-anywhere">
            <Link className="py-3.5 hover:underline" to={requestPath(row)}>
              {row.employee_name}
            </Link>
            <ExpiredMark driver={expired} />
            {row.department && (
              <span className="font-sans text-sm font-medium text-steel"> {row.department}</span>
            )}
            <MessageLink employeeId={row.employee_id} name={row.employee_name} />
          </h3>
          <p>
            <RequestedTime row={row} />
          </p>
        </div>
        <div>
          {balance !== undefined && takesPto(row.kind) && <Balance hours={balance} row={row} />}
          {row.note && <p className="line-clamp-2 text-sm wrap-anywhere">{row.note}</p>}
          {own.map((other) => (
            <p className="text-sm font-semibold text-danger" key={other.time_off_id}>
              Same days: {periodLabel(other)}, {hoursLabel(other)} (
              {statusNames[other.status].toLowerCase()})
            </p>
          ))}
          {names.length > 0 && (
            <p className="text-sm font-semibold text-rust">Also away: {names.join(', ')}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3 max-md:justify-between">
        <Button
          aria-label={`Approve ${what}`}
          busy={isBusy}
          onClick={onApprove}
          size="sm"
          variant="secondary"
        >
          Approve
        </Button>
        <LinkButton
          aria-label={`Decline ${what}`}
          size="sm"
          to={`${requestPath(row)}&decline=1`}
          variant="danger"
        >
          Decline
        </LinkButton>
      </div>
    </li>
  );
}

function Balance({ hours, row }: { hours: number; row: TimeOff }) {
  const left = Math.round((hours - row.hours) * 100) / 100;
  return (
    <p className={`text-sm ${left < 0 ? 'font-semibold text-danger' : 'text-steel'}`}>
      PTO balance {hoursText(hours)}, {hoursText(left)} after approval
    </p>
  );
}
