import type { StartedApplication } from '#contract/application-drafts.ts';
import { telHref } from '#contract/company/profile.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { personName } from '#contract/text/employee-name.ts';
import { mailHref } from '#web/lib/format/mail-href.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useDeleteStarted, useStartedApplications } from './applicants.data.ts';
import { OtherApplications } from './stage-marks.tsx';

/** Nobody need call what may be spam. */
function headingOf(started: readonly StartedApplication[]): string {
  const spam = started.filter(({ flagged }) => flagged === 1).length;
  const calls = started.length - spam;
  return [
    ...(calls > 0 ? [`Started applications (${calls}): call them`] : []),
    ...(spam > 0 ? [`Possible spam (${spam})`] : []),
  ].join('. ');
}

/** Above the applications: who applied in two minutes and waits for a call. Nothing while there is nobody. */
export function StartedApplications() {
  const query = useStartedApplications();
  const { data, error } = query;
  const remove = useConfirmDelete<StartedApplication>({
    text: {
      confirmDelete: messages.confirmDeleteStarted,
      deleted: messages.startedDeleted,
      deleteFailed: messages.startedDeleteFailed,
    },
    idOf: ({ id }) => id,
    describe: (started) => `${personName(started)}. The emailed link stops working too.`,
    remove: useDeleteStarted().mutateAsync,
  });
  if (error && !data) {
    return <FailedList fallback={messages.startedFailed} query={query} />;
  }
  if (!data || data.length === 0) return null;
  return (
    <details className="mb-6 border border-line" open>
      <summary className="cursor-pointer px-4 py-3 font-semibold">{headingOf(data)}</summary>
      <ul className="px-4 pb-2">
        {data.map((started) => (
          <li
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 text-sm"
            key={started.id}
          >
            <span className="font-semibold">{personName(started)}</span>
            <a className="text-link" href={telHref(started.phone)}>
              {started.phone}
            </a>
            <a className="text-link wrap-anywhere" href={mailHref(started.email)}>
              {started.email}
            </a>
            {started.flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
            {started.language === 'es' && <Badge>Spanish</Badge>}
            {started.has_cdl_license === 1 && <Badge tone="info">CDL</Badge>}
            <span className="text-steel">
              {started.position ?? 'No particular job'}, {usDayAndTime(started.created_at)}
            </span>
            <OtherApplications application={started} />
            <Button
              aria-label={`Delete the started application of ${personName(started)}`}
              busy={remove.busyId === started.id}
              className="ml-auto text-danger!"
              onClick={() => void remove.ask(started)}
              size="sm"
              variant="quiet"
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
