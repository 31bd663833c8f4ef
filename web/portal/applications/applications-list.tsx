import type { ReactNode } from 'react';
import type { Stage } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choices.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { RecordTable } from '../shared/records/record-table.tsx';
import { SavedFilters } from '../shared/records/saved-filters.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { useWide } from '../shared/use-is-wide.ts';
import { ApplicationCard } from './application-card.tsx';
import { applicationColumns } from './application-columns.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import {
  type Filter,
  filterApplications,
  filterChoices,
  jobsOf,
  noFilter,
  stageOptions,
} from './application-labels.ts';
import { useApplications, useDeleteApplication, useOpenApplication } from './applications.data.ts';
import { ApplicationsBoard } from './applications-board.tsx';
import { EqualOpportunity } from './equal-opportunity.tsx';
import { useErase } from './use-erase.tsx';
import { useMoves } from './use-moves.tsx';

/** The open application, in the URL so that a notification leads to it. */
const noneOpen = { application: '' };

/** The grid of applications with its filters and the detail dialog. */
export function ApplicationsList() {
  const [filter, setFilter] = useUrlFilter(noFilter, filterChoices);
  const [{ application: openId }, setOpen] = useUrlFilter(noneOpen);
  const close = () => setOpen(noneOpen);
  const remove = useConfirmDelete<Application>({
    text: messages,
    idOf: ({ id }) => id,
    describe: (application) =>
      `${applicantName(application)}, ${jobName(application)}. The resume is deleted too.`,
    remove: useDeleteApplication().mutateAsync,
    onDeleted: close,
  });
  const erase = useErase(close);
  const markOpened = useOpenApplication();
  const moves = useMoves();
  const hasTable = useWide('51.25rem');
  const isTable = hasTable && filter.view === 'list';
  const showAll = () => setFilter({ ...noFilter, view: filter.view });
  const open = (application: Application) => {
    toast.dismissAll();
    setOpen({ application: String(application.id) });
  };
  const postJob = (
    <LinkButton to="/PortalJobs" variant="secondary">
      Post a job
    </LinkButton>
  );
  return (
    <RecordList
      emptyAction={postJob}
      emptyHint="Applications sent from the careers page appear here."
      messages={messages}
      query={useApplications()}
    >
      {(list) => {
        const rows = filterApplications(list, filter);
        return (
          <>
            <ApplicationsFilter
              filter={filter}
              hasOrder={!isTable}
              jobs={jobsOf(list)}
              onChange={setFilter}
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <SavedFilters list="applications" param="application">
                <p className="text-sm text-steel" role="status">
                  {countOf(rows.length, list.length, 'application', 'applications')}
                </p>
              </SavedFilters>
              <Choices
                chosen={hasTable || filter.view === 'board' ? filter.view : ''}
                label="View"
                onChoose={(view) => setFilter({ view })}
                options={views.filter(({ value }) => hasTable || value !== 'list')}
              />
            </div>
            <View
              filter={filter}
              isTable={isTable}
              onMove={moves.ask}
              onOpen={open}
              onShowAll={showAll}
              rows={rows}
            >
              {(application) => (
                <ApplicationCard
                  application={application}
                  deleting={remove.busyId === application.id}
                  onDelete={() => void remove.ask(application)}
                  onExpand={() => markOpened(application)}
                  onOpen={() => open(application)}
                />
              )}
            </View>
            <ApplicationDialog
              application={list.find(({ id }) => String(id) === openId) ?? null}
              onClose={close}
              isErasing={erase.isBusy}
              onDelete={(application) => void remove.ask(application)}
              onErase={(application) => void erase.ask(application)}
              onMove={moves.ask}
              onUndo={(application, stage) => void moves.undo(application, stage)}
            />
            {moves.dialog}
            <EqualOpportunity />
          </>
        );
      }}
    </RecordList>
  );
}

interface ViewProps {
  filter: Filter;
  isTable: boolean;
  rows: readonly Application[];
  onOpen: (application: Application) => void;
  onMove: (application: Application, stage: Stage) => void;
  onShowAll: () => void;
  /** Renders a card of the grid. */
  children: (application: Application) => ReactNode;
}

function View({ filter, isTable, rows, onOpen, onMove, onShowAll, children }: ViewProps) {
  if (filter.view === 'board') {
    return <ApplicationsBoard onMove={onMove} onOpen={onOpen} rows={rows} />;
  }
  const found = {
    rows,
    keyOf: ({ id }: Application) => id,
    noMatch: 'No applications match this search.',
    onShowAll,
    resetKey: JSON.stringify(filter),
  };
  if (isTable) {
    return (
      <RecordTable
        {...found}
        caption="Applications"
        columns={applicationColumns(onMove)}
        onOpen={onOpen}
        order="-Sent"
      />
    );
  }
  return (
    <FilteredList {...found} className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {(application) => <li>{children(application)}</li>}
    </FilteredList>
  );
}

const views = [
  { value: '', label: 'Cards' },
  { value: 'board', label: 'Board' },
  { value: 'list', label: 'Table' },
] as const;

interface ApplicationsFilterProps {
  filter: Filter;
  /** False where the headers of a table sort. */
  hasOrder: boolean;
  jobs: readonly string[];
  onChange: (change: Partial<Filter>) => void;
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

function ApplicationsFilter({ filter, hasOrder, jobs, onChange }: ApplicationsFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto_auto] sm:*:first:col-span-4 xl:flex xl:*:nth-[-n+2]:flex-1">
      <SearchBox
        label="Search name, phone or city"
        onChange={(q) => onChange({ q })}
        value={filter.q}
      />
      <Field label="Job" name="job">
        <Select
          onChange={(event) => onChange({ job: event.target.value })}
          options={jobs}
          placeholder="All jobs"
          value={filter.job}
        />
      </Field>
      <Field label="Stage" name="stage">
        <Select
          onChange={(event) => onChange({ stage: event.target.value as Filter['stage'] })}
          options={stageOptions}
          placeholder="All stages"
          value={filter.stage}
        />
      </Field>
      <Field label="Show" name="show">
        <Select
          onChange={(event) => onChange({ show: event.target.value as Filter['show'] })}
          options={[
            { value: 'new', label: 'New' },
            { value: 'flagged', label: 'Possible spam' },
          ]}
          placeholder="All"
          value={filter.show}
        />
      </Field>
      {hasOrder && (
        <Field label="Sort by date" name="sort">
          <Select
            onChange={(event) => onChange({ sort: event.target.value as Filter['sort'] })}
            options={orders}
            value={filter.sort}
          />
        </Field>
      )}
    </search>
  );
}
