import { type ComponentProps, useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { tokenError } from '../shared/error-messages.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { type Ending, EndJobDialog } from './end-job-dialog.tsx';
import { useDeleteJob, useRepostJob, useSetClosed } from './jobs.data.ts';

export interface JobAdmin {
  /** The id of the job in the form. */
  editing: number | null;
  onEdit: (job: Job) => void;
  onDeleted: (job: Job) => void;
}

interface JobActionsProps extends JobAdmin {
  job: Job;
  /** How many people wait for a decision; undefined while that is unknown. */
  waiting: number | undefined;
}

/** What an admin does with a job: edit, close or reopen, repost, delete; tell those who wait that it has ended. */
export function JobActions({ job, waiting, onEdit, onDeleted }: JobActionsProps) {
  const { position } = job;
  const [isAsking, setAsking] = useState<Asked | null>(null);
  const setClosed = useSetClosed();
  const repost = useRepostJob();
  const remove = useDeleteJob();

  async function run(
    work: () => Promise<{ message: string }>,
    failed: string,
    because = (reason: string) => reason,
  ) {
    toast.dismissAll();
    const fault = tokenError(messages.unauthorized);
    if (fault) return toast.show(fault, 'error');
    try {
      const { message } = await work();
      // The row moves to the other list.
      focusContent();
      toast.show(message);
    } catch (error) {
      const reason = serverMessage(error);
      toast.show(reason === null ? failed : because(reason), 'error');
    }
  }

  const close = (notify: 0 | 1) => setClosed.mutateAsync({ job, closed: 1, notify });
  const endings = {
    close: {
      ...{ title: jobClosing.confirmClose, means: jobClosing.closeMeans, end: close },
      ...{ confirmLabel: 'Close job', tells: true, canReopen: true },
      failed: jobClosing.closeFailed,
    },
    tell: {
      ...{ title: jobClosing.confirmTell, means: '', end: close },
      ...{ confirmLabel: 'Tell applicants', tells: true },
      failed: jobClosing.tellFailed,
    },
    repost: {
      ...{ title: jobClosing.confirmRepost, means: jobClosing.repostMeans },
      ...{ confirmLabel: 'Repost', tells: false, failed: jobClosing.repostFailed },
      end: (notify: 0 | 1) => repost.mutateAsync({ job, notify }),
    },
    delete: {
      ...{ title: messages.confirmDelete, means: jobClosing.deletedMeans },
      ...{ confirmLabel: 'Delete', tells: false, failed: messages.deleteFailed },
      because: messages.deleteFailedBecause,
      end: async (notify: 0 | 1) => {
        const done = await remove.mutateAsync({ job, notify });
        onDeleted(job);
        return done;
      },
    },
  } satisfies Record<string, Asked>;

  const action = (label: string, props: ComponentProps<typeof Button>) => (
    <Button aria-label={`${label} ${position}`} size="sm" variant="quiet" {...props}>
      {label}
    </Button>
  );
  return (
    <div className="-ml-3 flex flex-wrap">
      {action('Edit', { onClick: () => onEdit(job) })}
      {job.closedOn === null
        ? action('Close job', {
            busy: setClosed.isPending,
            onClick: () => setAsking(endings.close),
          })
        : action('Reopen', {
            busy: setClosed.isPending,
            onClick: () =>
              void run(() => setClosed.mutateAsync({ job, closed: 0 }), jobClosing.reopenFailed),
          })}
      {job.closedOn !== null &&
        waiting !== undefined &&
        waiting > 0 &&
        action('Tell applicants', { onClick: () => setAsking(endings.tell) })}
      {action('Repost', { busy: repost.isPending, onClick: () => setAsking(endings.repost) })}
      {action('Delete', {
        busy: remove.isPending,
        className: 'text-danger!',
        onClick: () => setAsking(endings.delete),
      })}
      {isAsking && (
        <EndJobDialog
          {...isAsking}
          job={job}
          onClose={() => setAsking(null)}
          onConfirm={(notify) => {
            setAsking(null);
            void run(() => isAsking.end(notify), isAsking.failed, isAsking.because);
          }}
          waiting={waiting ?? 0}
        />
      )}
    </div>
  );
}

interface Asked extends Ending {
  end: (notify: 0 | 1) => Promise<{ message: string }>;
  failed: string;
  /** Wraps the server's message. */
  because?: (reason: string) => string;
}
