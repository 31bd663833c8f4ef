import { type Damage, damagesFilter, deleteDamage, monthOf } from '#contract/damages.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { distinctLines } from '#contract/text/text-match.ts';
import type { Role } from '#contract/wire/access.ts';
import { call } from '#web/lib/api/api.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choices.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { monthName } from '../shared/cost-points.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { ImportLink } from '../shared/records/import-link.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { useOpenRecord } from '../shared/records/record-dialog.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { RecordTable } from '../shared/records/record-table.tsx';
import { SavedFilters } from '../shared/records/saved-filters.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { useWide } from '../shared/use-is-wide.ts';
import { DamageActions, DamageCard } from './damage-card.tsx';
import { damageColumns } from './damage-columns.tsx';
import { DamageDialog } from './damage-dialog.tsx';
import { damagesKey, ensureDamages, lossesOf, useDamages } from './damages.data.ts';
import { DamagesSummary } from './damages-summary.tsx';

const title = t('Damages Report', 'Reporte de daños');
const noFilter = damagesFilter.none;
const noLayout = { layout: '' };
const layouts = [
  { value: '', label: 'Cards' },
  { value: 'table', label: 'Table' },
];

export const clientLoader = firstRequests((client, role) => [ensureDamages(client, role)]);

export default function DamagesPage() {
  const { role } = useSession();
  if (role !== null) return <DamagesReport role={role} />;
  return (
    <>
      <PageHeader title={title} />
      <Alert tone="error">{messages.unknownRole}</Alert>
    </>
  );
}

function DamagesReport({ role }: { role: Role }) {
  const isAdmin = role === 'admin';
  const { open, show, close } = useOpenRecord<Damage>('damage', isAdmin);
  const actions = (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/claims" variant="secondary">
        {t('Claims', 'Reclamos')}
      </LinkButton>
      {isAdmin && <ImportLink kind="damages" />}
      {isAdmin && <Button onClick={() => show('new')}>Add Damage</Button>}
      {!isAdmin && (
        <LinkButton to="/claims?report=1">{t('Report damage', 'Reportar daño')}</LinkButton>
      )}
    </div>
  );
  return (
    <>
      <PageHeader action={actions} title={title} />
      <DamagesList isAdmin={isAdmin} onOpen={show} query={useDamages(role)} />
      {open && (
        <DamageDialog
          damage={open}
          isReadOnly={!isAdmin}
          key={open === 'new' ? open : open.damage_id}
          onClose={close}
        />
      )}
    </>
  );
}

interface DamagesListProps {
  isAdmin: boolean;
  query: ReturnType<typeof useDamages>;
  onOpen: (damage: Damage) => void;
}

function DamagesList({ isAdmin, query, onOpen }: DamagesListProps) {
  const [filter, setFilter] = useUrlFilter(noFilter);
  const [{ layout }, setLayout] = useUrlFilter(noLayout);
  const hasTable = useWide('51.25rem') && isAdmin;
  const isTable = hasTable && layout === 'table';
  const remove = useConfirmDelete<Damage>({
    text: messages,
    idOf: ({ damage_id }) => damage_id,
    describe: async (damage) => {
      const { driver_name, damage_date, damage_amount } = damage;
      const what = `${driver_name}, ${usCalendarDay(damage_date)}, ${dollars(damage_amount)}.`;
      return `${what} ${await lossesOf(damage)}`.trim();
    },
    remove: (id) => call(deleteDamage, { params: { id } }),
    queryKey: damagesKey,
  });
  const deletionOf = (damage: Damage) => ({
    isDeleting: remove.busyId === damage.damage_id,
    onDelete: isAdmin ? () => void remove.ask(damage) : null,
  });
  const emptyHint = isAdmin
    ? 'Select Add Damage to record the first one.'
    : t(
        'Damages recorded for you will appear here.',
        'Aquí verá los daños que se registren a su nombre.',
      );
  return (
    <RecordList emptyHint={emptyHint} messages={messages} query={query}>
      {(list) => {
        const rows = filtered(damagesFilter, list, filter);
        const actionsOf = (damage: Damage) => (
          <span className="flex *:min-h-7! *:px-2! *:py-0! *:pointer-coarse:min-h-11! print:hidden">
            <DamageActions {...deletionOf(damage)} damage={damage} />
          </span>
        );
        const found = {
          rows,
          keyOf: ({ damage_id }: Damage) => damage_id,
          noMatch: messages.noMatch,
          onShowAll: () => setFilter(noFilter),
          param: 'damage',
          resetKey: JSON.stringify(filter),
        };
        return (
          <>
            {isAdmin && <DamagesFilter filter={filter} list={list} onChange={setFilter} />}
            {isAdmin && (
              <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 empty:hidden [&>fieldset]:ml-auto">
                <SavedFilters list="damages" param="damage" />
                {hasTable && (
                  <Choices
                    chosen={layout}
                    label="Layout"
                    onChoose={(chosen) => setLayout({ layout: chosen })}
                    options={layouts}
                  />
                )}
              </div>
            )}
            <DamagesSummary
              count={list.length}
              filter={filter}
              hasCharts={!isTable}
              isAdmin={isAdmin}
              list={rows}
            />
            {isTable ? (
              <RecordTable
                {...found}
                caption="Damages"
                columns={[...damageColumns, { label: 'Actions', cell: actionsOf }]}
                onOpen={onOpen}
                order="-Date"
              />
            ) : (
              <FilteredList
                {...found}
                className="print-rows grid gap-4 print:grid-cols-1 print:gap-0 md:grid-cols-2 xl:grid-cols-3"
              >
                {(damage) => (
                  <LinkedItem id={damage.damage_id} param="damage">
                    <DamageCard
                      damage={damage}
                      {...deletionOf(damage)}
                      onOpen={() => onOpen(damage)}
                    />
                  </LinkedItem>
                )}
              </FilteredList>
            )}
          </>
        );
      }}
    </RecordList>
  );
}

interface DamagesFilterProps {
  filter: typeof noFilter;
  list: readonly Damage[];
  onChange: (change: Partial<typeof noFilter>) => void;
}

function DamagesFilter({ filter, list, onChange }: DamagesFilterProps) {
  const drivers = distinctLines(list.map(({ driver_name }) => driver_name));
  const months = [...new Set(list.map(monthOf))].sort().reverse();
  return (
    <search className="grid grid-cols-2 gap-4 print:hidden lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="col-span-2 lg:col-span-1">
        <SearchBox label="Search damages" onChange={(q) => onChange({ q })} value={filter.q} />
      </div>
      <Field label="Driver" name="driver">
        <Select
          onChange={(event) => onChange({ driver: event.target.value })}
          options={drivers}
          placeholder="All drivers"
          value={filter.driver}
        />
      </Field>
      <Field label="Month" name="month">
        <Select
          onChange={(event) => onChange({ month: event.target.value })}
          options={months.map((value) => ({ value, label: monthName(value) }))}
          placeholder="All months"
          value={filter.month}
        />
      </Field>
    </search>
  );
}
