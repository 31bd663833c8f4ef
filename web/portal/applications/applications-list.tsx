import { useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { ApplicationCard } from './application-card.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import {
  type Filter,
  filterApplications,
  filterChoices,
  jobsOf,
  noFilter,
} from './application-labels.ts';
import { useApplications, useDeleteApplication, useOpenApplication } from './applications.data.ts';
import { useErase } from './use-erase.ts';

/** The grid of applications with its filters and the detail dialog. */
export function ApplicationsList() {
  const [filter, setFilter] = useUrlFilter(noFilter, filterChoices);
  const [openId, setOpenId] = useState<number | null>(null);
  const remove = useConfirmDelete<Application>({
    text: messages,
    idOf: ({ id }) => id,
    describe: (application) =>
      `${applicantName(application)}, ${jobName(application)}. The resume is deleted too.`,
    remove: useDeleteApplication().mutateAsync,
    onDeleted: () => setOpenId(null),
  });
  const erase = useErase(() => setOpenId(null));
  const markOpened = useOpenApplication();
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
            <ApplicationsFilter filter={filter} jobs={jobsOf(list)} onChange={setFilter} />
            <p className="text-sm text-steel" role="status">
              {countOf(rows.length, list.length, 'application', 'applications')}
            </p>
            <FilteredList
              className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3"
              keyOf={({ id }) => id}
              noMatch="No applications match this search."
              onShowAll={() => setFilter(noFilter)}
              resetKey={JSON.stringify(filter)}
              rows={rows}
            >
              {(application) => (
                <li>
                  <ApplicationCard
                    application={application}
                    deleting={remove.busyId === application.id}
                    onDelete={() => void remove.ask(application)}
                    onExpand={() => markOpened(application)}
                    onOpen={() => {
                      toast.dismissAll();
                      markOpened(application);
                      setOpenId(application.id);
                    }}
                  />
                </li>
              )}
            </FilteredList>
            <ApplicationDialog
              application={list.find(({ id }) => id === openId) ?? null}
              onClose={() => setOpenId(null)}
              isErasing={erase.isBusy}
              onDelete={(application) => void remove.ask(application)}
              onErase={(application) => void erase.ask(application)}
            />
          </>
        );
      }}
    </RecordList>
  );
}

interface ApplicationsFilterProps {
  filter: Filter;
  jobs: readonly string[];
  onChange: (change: Partial<Filter>) => void;
}

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

function ApplicationsFilter({ filter, jobs, onChange }: ApplicationsFilterProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:*:first:col-span-3 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto] xl:*:first:col-span-1">
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
      <Field label="Sort by date" name="sort">
        <Select
          onChange={(event) => onChange({ sort: event.target.value as Filter['sort'] })}
          options={orders}
          value={filter.sort}
        />
      </Field>
    </search>
  );
}
