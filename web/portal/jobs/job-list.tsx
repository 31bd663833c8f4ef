import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { deleteJob, type Job } from '#contract/jobs.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { today } from '#contract/rules/dates.ts';
import { call } from '#web/lib/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { closeJob, jobsQuery } from './jobs.data.ts';

const { confirmDelete, deleted, deleteFailed, deleteFailedBecause, unauthorized } = messages;

interface JobListProps {
  /** Admin actions; without them the list is read-only. */
  admin?: {
    editing: number | null;
    onEdit: (job: Job) => void;
    onDeleted: (job: Job) => void;
  };
}

export function JobList({ admin }: JobListProps) {
  const jobs = useQuery(jobsQuery);
  const remove = useConfirmDelete<Job>({
    text: {
      confirmDelete,
      deleted,
      deleteFailed,
      deleteFailedBecause,
      tokenMissing: unauthorized,
    },
    idOf: ({ id }) => id,
    describe: ({ position, location }) => `${position}, ${location}. Its applications stay.`,
    remove: (id) => call(deleteJob, { params: { id } }),
    queryKey: jobsQuery.queryKey,
    onDeleted: admin?.onDeleted,
  });
  const close = useConfirmDelete<Job>({
    text: {
      confirmDelete: messages.confirmClose,
      deleted: messages.closedNow,
      deleteFailed: messages.closeFailed,
      gone: messages.gone,
      tokenMissing: unauthorized,
    },
    idOf: ({ id }) => id,
    describe: ({ position, location }) => `${position}, ${location}. ${messages.closeMeans}`,
    confirmLabel: 'Close job',
    remove: (id) => closeJob(jobs.data ?? [], id),
    queryKey: jobsQuery.queryKey,
  });
  const emptyHint = admin
    ? 'Fill in the form to post the first one. It appears on the careers page when you save it.'
    : 'Check back later, or ask the office.';
  return (
    <section aria-labelledby="current-jobs">
      <h2 className="display mb-3 text-lg" id="current-jobs">
        Current jobs{' '}
        {jobs.data && jobs.data.length > 0 && (
          <span className="text-steel">{jobs.data.length}</span>
        )}
      </h2>
      <RecordList emptyHint={emptyHint} lines={6} messages={messages} query={jobs}>
        {(list) => (
          <ul className="border-t-2 border-ink">
            {list.map((job) => (
              <JobRow isEditing={admin?.editing === job.id} job={job} key={job.id}>
                {admin && (
                  <div className="flex flex-wrap gap-1">
                    <Button
                      aria-label={`Edit ${job.position}`}
                      onClick={() => admin.onEdit(job)}
                      size="sm"
                      variant="quiet"
                    >
                      Edit
                    </Button>
                    {!isClosed(job) && (
                      <Button
                        aria-label={`Close job ${job.position}`}
                        busy={close.busyId === job.id}
                        onClick={() => void close.ask(job)}
                        size="sm"
                        variant="quiet"
                      >
                        Close job
                      </Button>
                    )}
                    <Button
                      aria-label={`Delete ${job.position}`}
                      busy={remove.busyId === job.id}
                      className="text-danger!"
                      onClick={() => void remove.ask(job)}
                      size="sm"
                      variant="quiet"
                    >
                      Delete
                    </Button>
                  </div>
                )}
              </JobRow>
            ))}
          </ul>
        )}
      </RecordList>
    </section>
  );
}

function isClosed({ validThrough }: Job): boolean {
  return validThrough !== null && validThrough < today();
}

interface JobRowProps {
  job: Job;
  isEditing: boolean;
  children: ReactNode;
}

function JobRow({ job, isEditing, children }: JobRowProps) {
  return (
    <li
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 ${isEditing ? 'bg-well px-3' : ''}`}
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
          {job.pinned === 1 && <Badge tone="lane">Pinned</Badge>}
          {isClosed(job) && <Badge>Closed</Badge>}
          {isEditing && <Badge tone="lane">Editing</Badge>}
        </p>
      </div>
      {children}
    </li>
  );
}
