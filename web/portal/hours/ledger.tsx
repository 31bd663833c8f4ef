import { Download } from 'lucide-react';
import type { Role } from '#contract/access.ts';
import { employeeName } from '#contract/employee-name.ts';
import { general } from '#contract/messages/general.ts';
import { rooms as messages } from '#contract/messages/rooms.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { FailedList } from '../shared/failed-list.tsx';
import { toast } from '../shared/toast.tsx';
import { csvTime, csvTimeHeader } from '../shared/us-dates.ts';
import { useHours, useLedger, useWholeLedger } from './hours.data.ts';
import { kindNames } from './ledger-labels.ts';
import { LedgerTable } from './ledger-table.tsx';

const everybody = { person: '' };
const header = [
  csvTimeHeader('Time'),
  'Employee ID',
  'Name',
  'Hours',
  'Before',
  'After',
  'Reason',
  'Changed by',
];

/** How the balances came about: an employee's own changes, an admin's of everybody or of one. */
export function Ledger({ role }: { role: Role }) {
  const [{ person }, setFilter] = useUrlFilter(everybody);
  const employeeId = /^\d{1,9}$/.test(person) ? Number(person) : undefined;
  const ledger = useLedger(employeeId);
  const whole = useWholeLedger();
  const people = useHours(role);
  const entries = ledger.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isAdmin = role === 'admin';

  function exportAll() {
    whole.mutate(employeeId, {
      onSuccess: (all) =>
        saveCsv(
          'hours-ledger',
          header,
          all.map((entry) => [
            csvTime(entry.at),
            entry.employee_id,
            entry.name,
            kindNames[entry.kind],
            entry.before,
            entry.after,
            entry.reason,
            entry.by,
          ]),
        ),
      onError: (error) => toast.show(errorMessage(error, messages.ledgerExportFailed), 'error'),
    });
  }

  return (
    <section aria-labelledby="ledger" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="display text-lg" id="ledger">
          {isAdmin ? 'Changes of hours' : 'How your hours changed'}
        </h2>
        <div className="flex flex-wrap items-end gap-4">
          {isAdmin && (
            <Field label="Person" name="employee_id">
              <Select
                className="min-w-52"
                onChange={(event) => setFilter({ person: event.target.value })}
                options={people.data?.map((one) => ({
                  value: String(one.employee_id),
                  label: employeeName(one),
                }))}
                placeholder="Everybody"
                value={person}
              />
            </Field>
          )}
          {entries.length > 0 && (
            <Button busy={whole.isPending} onClick={exportAll} size="sm" variant="secondary">
              <Download aria-hidden="true" className="size-4" />
              Export ledger
            </Button>
          )}
        </div>
      </div>
      {ledger.isPending && <Skeleton label={general.loading} labelVisible lines={5} />}
      {ledger.isError && (
        <FailedList
          busy={ledger.isFetching}
          error={ledger.error}
          fallback={messages.ledgerFailed}
          onRetry={() => void ledger.refetch()}
        />
      )}
      {ledger.data && entries.length === 0 && (
        <EmptyState title={messages.ledgerNone}>
          Every change of PTO or work hours is written down here, with who made it and why.
        </EmptyState>
      )}
      {entries.length > 0 && <LedgerTable entries={entries} named={isAdmin} />}
      {ledger.hasNextPage && (
        <div>
          <Button
            busy={ledger.isFetchingNextPage}
            onClick={() => void ledger.fetchNextPage()}
            variant="secondary"
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
