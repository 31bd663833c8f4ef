import { useCallback, useMemo, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { applications as text } from '#contract/messages/applications.ts';
import { portal } from '#contract/messages/portal.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSeeApplications } from '../frame/badges.data.ts';
import { countOf } from '../frame/count-of.ts';
import { FailedList } from '../frame/failed-list.tsx';
import { hush } from '../frame/say.tsx';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { ApplicationCard } from './application-card.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { type Filter, filtered, fullName, jobName, jobsOf } from './application-words.ts';
import { useApplications, useDeleteApplication } from './applications.data.ts';
import { ApplicationsFilter } from './applications-filter.tsx';

const everything: Filter = { name: '', job: '', oldestFirst: false };
const none: readonly Application[] = [];

/** The grid of applications with its search, in each of the four states of a list. */
export function ApplicationsList() {
  const applications = useApplications();
  const [filter, setFilter] = useState(everything);
  const [openId, setOpenId] = useState<number | null>(null);
  const list = applications.data ?? none;
  const jobs = useMemo(() => jobsOf(list), [list]);
  const shown = useMemo(() => filtered(list, filter), [list, filter]);
  const { count, showMore, end } = useGrowingList(JSON.stringify(filter));
  const remove = useAskAndDelete<Application>({
    text,
    idOf: ({ id }) => id,
    describe: (application) =>
      `${fullName(application)}, ${jobName(application)}. The resume goes with it, for good.`,
    remove: useDeleteApplication(),
    onDeleted: () => setOpenId(null),
  });
  const { refetch } = applications;
  const reload = useCallback(() => void refetch(), [refetch]);
  useSeeApplications(applications.isSuccess, reload);

  if (applications.isPending) return <Skeleton label={text.loading} labelVisible lines={8} />;
  const failed = applications.isError && (
    <FailedList
      busy={applications.isFetching}
      error={applications.error}
      fallback={text.fetchFailed}
      onRetry={() => void applications.refetch()}
    />
  );
  if (failed && applications.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState
        action={
          <LinkButton to="/PortalJobs" variant="secondary">
            Post a job
          </LinkButton>
        }
        title={text.none}
      >
        They appear here as soon as somebody applies on the careers page.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5">
      {failed}
      <ApplicationsFilter filter={filter} jobs={jobs} onChange={setFilter} />
      <p className="text-sm text-steel" role="status">
        {countOf(shown.length, list.length, 'application', 'applications')}
      </p>
      {shown.length === 0 && (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={portal.applicationNoMatch}
        />
      )}
      <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.slice(0, count).map((application) => (
          <li
            className="[contain-intrinsic-size:auto_15rem] [content-visibility:auto]"
            key={application.id}
          >
            <ApplicationCard
              application={application}
              deleting={remove.busyId === application.id}
              onDelete={() => void remove.ask(application)}
              onOpen={() => {
                hush();
                setOpenId(application.id);
              }}
            />
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
      <ApplicationDialog
        application={list.find(({ id }) => id === openId) ?? null}
        onClose={() => setOpenId(null)}
        onDelete={(application) => void remove.ask(application)}
      />
    </div>
  );
}
