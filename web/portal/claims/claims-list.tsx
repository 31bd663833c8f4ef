import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { claimStatuses, type ListedClaim } from '#contract/claims.ts';
import { claimsFilter, codeText, placeText } from '#contract/filters/claims.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Choices } from '#web/ui/choices.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { RecordTable } from '../shared/records/record-table.tsx';
import { SavedFilters } from '../shared/records/saved-filters.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { claimColumns } from './claim-columns.tsx';
import { ClaimMarks } from './claim-marks.tsx';
import { ClaimTotals } from './claim-totals.tsx';
import { claimsQuery } from './claims.data.ts';

const noFilter = claimsFilter.none;
/** '' is a table where there is room for one. */
const noLayout = { layout: '' };
const layouts = [
  { value: '', label: 'Table' },
  { value: 'list', label: 'List' },
];

/** The claims with their filter; for the office also what they cost. */
export function ClaimsList({ isAdmin }: { isAdmin: boolean }) {
  const [filter, setFilter] = useUrlFilter(noFilter, claimsFilter.choices);
  const [{ layout }, setLayout] = useUrlFilter(noLayout);
  const hasTable = useWide('51.25rem') && isAdmin;
  const emptyHint = isAdmin
    ? 'Open a damage and start its claim, or wait for a driver’s report.'
    : t(
        'Select Report damage to send the first one.',
        'Toque Reportar daño para enviar el primero.',
      );
  return (
    <RecordList emptyHint={emptyHint} messages={messages} query={useQuery(claimsQuery)}>
      {(list) => {
        const rows = filtered(claimsFilter, list, filter);
        const overdue = list.filter((claim) => claim.overdue !== null).length;
        const count = (
          <p className="text-sm text-steel" role="status">
            {countOf(rows.length, list.length, t('claim', 'reclamo'), t('claims', 'reclamos'))}
          </p>
        );
        const found = {
          rows,
          keyOf: ({ damage_id }: ListedClaim) => damage_id,
          noMatch: messages.noMatch,
          onShowAll: () => setFilter(noFilter),
          resetKey: JSON.stringify(filter),
        };
        return (
          <>
            <search className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <SearchBox
                label={
                  isAdmin
                    ? 'Search driver, customer, VIN, place or text'
                    : t(
                        'Search customer, VIN, place or text',
                        'Buscar por cliente, VIN, lugar o texto',
                      )
                }
                onChange={(q) => setFilter({ q })}
                value={filter.q}
              />
              <Field label={t('Status', 'Estado')} name="status">
                <Select
                  onChange={(event) =>
                    setFilter({ status: event.target.value as typeof filter.status })
                  }
                  options={[
                    ...(isAdmin ? [{ value: 'overdue', label: `Overdue (${overdue})` }] : []),
                    ...claimStatuses.map((value) => ({ value, label: messages.statuses[value] })),
                  ]}
                  placeholder={t('All', 'Todos')}
                  value={filter.status}
                />
              </Field>
            </search>
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              {isAdmin ? (
                <SavedFilters list="claims" param="damage">
                  {count}
                </SavedFilters>
              ) : (
                count
              )}
              {hasTable && (
                <Choices
                  chosen={layout}
                  label="Layout"
                  onChoose={(chosen) => setLayout({ layout: chosen })}
                  options={layouts}
                />
              )}
            </div>
            {hasTable && layout === '' ? (
              <RecordTable
                {...found}
                caption="Claims"
                columns={claimColumns}
                isUrgent={({ overdue }) => overdue !== null}
                order="-Date"
                to={({ damage_id }) => `/claims?damage=${damage_id}`}
              />
            ) : (
              <FilteredList {...found} className="border-t-2 border-ink">
                {(claim) => <ClaimRow claim={claim} isAdmin={isAdmin} />}
              </FilteredList>
            )}
            {isAdmin && (
              <div className="mt-6">
                <ClaimTotals />
              </div>
            )}
          </>
        );
      }}
    </RecordList>
  );
}

interface ClaimRowProps {
  claim: ListedClaim;
  /** The office sees whose it is and its deadlines. */
  isAdmin: boolean;
}

function ClaimRow({ claim, isAdmin }: ClaimRowProps) {
  const { damage_id, driver_name, damage_date, damage_amount, customer, damage_code } = claim;
  const expired = useExpiredDrivers()({ employee_id: claim.employee_id });
  const where = codeText(damage_code) || placeText(claim);
  const isLate = isAdmin && claim.overdue !== null;
  return (
    <li
      className={`border-b border-l-4 border-b-line ${isLate ? 'border-l-danger' : 'border-l-transparent'}`}
    >
      <Link
        className="grid min-h-16 gap-x-6 gap-y-1 px-3 py-3 text-ink no-underline hover:bg-well focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)] md:items-center"
        to={`/claims?damage=${damage_id}`}
      >
        <span className="min-w-0">
          <span className="block font-display leading-snug font-bold">
            {isAdmin ? driver_name : where || customer}
            <ExpiredMark driver={expired} />
          </span>
          <span className="block text-sm text-steel tabular-nums">
            {t(`Damage ${damage_id}`, `Daño ${damage_id}`)}, {usCalendarDay(damage_date)}
          </span>
        </span>
        <span className="min-w-0 text-sm">
          {isAdmin && <span className="block">{where}</span>}
          <span className="block text-steel">{customer}</span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-2 text-sm md:justify-end">
          <ClaimMarks claim={claim} isAdmin={isAdmin} />
          <span className="display ml-auto md:ml-0">{dollars(damage_amount)}</span>
        </span>
      </Link>
    </li>
  );
}
