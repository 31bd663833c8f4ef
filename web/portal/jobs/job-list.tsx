import { Link } from 'react-router';
import type { Job } from '#contract/careers.ts';
import { careers as text } from '#contract/messages/careers.ts';
import { general } from '#contract/messages/general.ts';
import { serverSentence } from '#web/lib/api.ts';
import { readToken } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { focusContent, hush, say } from '../frame/say.tsx';
import { useDeleteJob, useJobs } from './jobs.data.ts';

interface JobListProps {
  /** What an admin may do; without it the list is for reading. */
  admin?: {
    editing: number | null;
    onEdit: (job: Job) => void;
    onDeleted: (job: Job) => void;
  };
}

/** The current jobs, in each of the four states of a list. */
export function JobList({ admin }: JobListProps) {
  const jobs = useJobs();
  return (
    <section aria-labelledby="current-jobs">
      <h2 className="display mb-3 text-lg" id="current-jobs">
        Current jobs{' '}
        {jobs.data && jobs.data.length > 0 && (
          <span className="text-steel">{jobs.data.length}</span>
        )}
      </h2>
      {jobs.isPending && <Skeleton label={general.loading} labelVisible lines={6} />}
      {jobs.isError && (
        <FailedList
          busy={jobs.isFetching}
          error={jobs.error}
          fallback={text.fetchFailed}
          onRetry={() => void jobs.refetch()}
        />
      )}
      {jobs.data?.length === 0 && (
        <EmptyState title={text.none}>
          {admin
            ? 'Fill in the form to post the first one. It is on the careers page as soon as it is saved.'
            : 'Look again later, or ask the office.'}
        </EmptyState>
      )}
      {jobs.data && jobs.data.length > 0 && (
        <ul className="border-t-2 border-ink">
          {jobs.data.map((job) => (
            <JobRow admin={admin} job={job} key={job.id} />
          ))}
        </ul>
      )}
    </section>
  );
}

function JobRow({ job, admin }: JobListProps & { job: Job }) {
  const confirm = useConfirm();
  const remove = useDeleteJob();
  const editing = admin?.editing === job.id;

  async function askAndDelete() {
    const question = {
      title: text.confirmDelete,
      description: `${job.position}, ${job.location}. Its applications stay.`,
      confirmLabel: 'Delete',
      danger: true,
    };
    if (!(await confirm(question))) return;
    hush();
    if (readToken() === null) return say(text.unauthorized, 'error');
    remove.mutate(job.id, {
      onSuccess: () => {
        admin?.onDeleted(job);
        focusContent();
        say(text.deleted);
      },
      onError: (error) => say(reasonNotDeleted(error), 'error'),
    });
  }

  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 ${editing ? 'bg-well px-3' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-display font-bold leading-snug">
          <Link
            className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
            to={`/careers/${job.id}`}
          >
            {job.position}
          </Link>
        </h3>
        <p className="text-sm text-steel">{job.location}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-steel">
          <Badge>{job.department}</Badge>
          <time className="tabular-nums" dateTime={job.datePosted}>
            {job.datePosted}
          </time>
          {editing && <Badge tone="lane">In the form</Badge>}
        </p>
      </div>
      {admin && (
        <div className="flex gap-1">
          <Button
            aria-label={`Edit ${job.position}`}
            onClick={() => admin.onEdit(job)}
            size="sm"
            variant="quiet"
          >
            Edit
          </Button>
          <Button
            aria-label={`Delete ${job.position}`}
            busy={remove.isPending}
            onClick={() => void askAndDelete()}
            size="sm"
            className="text-danger!"
            variant="quiet"
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

function reasonNotDeleted(error: unknown): string {
  const sentence = serverSentence(error);
  return sentence === null ? text.deleteFailed : text.deleteFailedBecause(sentence);
}
