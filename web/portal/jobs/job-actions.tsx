import { useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { CloseJobDialog } from './close-job-dialog.tsx';
import { useDeleteJob, useRepostJob, useSetClosed } from './jobs.data.ts';

export interface JobAdmin {
  /** The id of the job in the form. */
  editing: number | null;
  onEdit: (job: Job) => void;
  onDeleted: (job: Job) => void;
}

interface JobActionsProps extends JobAdmin {
  job: Job;
}

/** What an admin does with a job: edit, close or reopen, repost, delete. */
export function JobActions({ job, onEdit, onDeleted }: JobActionsProps) {
  const { position, location } = job;
  const confirm = useConfirm();
  const [isClosing, setClosing] = useState(false);
  const setClosed = useSetClosed();
  const repost = useRepostJob();
  const { confirmDelete, deleted, deleteFailed, deleteFailedBecause, unauthorized } = messages;
  const remove = useConfirmDelete<Job>({
    text: {
      confirmDelete,
      deleted,
      deleteFailed,
      deleteFailedBecause,
      tokenMissing: unauthorized,
    },
    idOf: ({ id }) => id,
    describe: () => `${position}, ${location}. Its applications stay.`,
    remove: useDeleteJob().mutateAsync,
    onDeleted,
  });

  async function run(work: Promise<{ message: string }>, failed: string) {
    toast.dismissAll();
    try {
      const { message } = await work;
      // The row moves to the other list.
      focusContent();
      toast.show(message);
    } catch (error) {
      toast.show(serverMessage(error) ?? failed, 'error');
    }
  }

  async function askToRepost() {
    const question = {
      title: jobClosing.confirmRepost,
      description: `${position}, ${location}. ${jobClosing.repostMeans}`,
      confirmLabel: 'Repost',
    };
    if (await confirm(question)) await run(repost.mutateAsync(job), jobClosing.repostFailed);
  }

  return (
    <div className="-ml-3 flex flex-wrap">
      <Button aria-label={`Edit ${position}`} onClick={() => onEdit(job)} size="sm" variant="quiet">
        Edit
      </Button>
      {job.closedOn === null ? (
        <Button
          aria-label={`Close job ${position}`}
          busy={setClosed.isPending}
          onClick={() => setClosing(true)}
          size="sm"
          variant="quiet"
        >
          Close job
        </Button>
      ) : (
        <Button
          aria-label={`Reopen ${position}`}
          busy={setClosed.isPending}
          onClick={() =>
            void run(setClosed.mutateAsync({ job, closed: 0 }), jobClosing.reopenFailed)
          }
          size="sm"
          variant="quiet"
        >
          Reopen
        </Button>
      )}
      <Button
        aria-label={`Repost ${position}`}
        busy={repost.isPending}
        onClick={() => void askToRepost()}
        size="sm"
        variant="quiet"
      >
        Repost
      </Button>
      <Button
        aria-label={`Delete ${position}`}
        busy={remove.busyId === job.id}
        className="text-danger!"
        onClick={() => void remove.ask(job)}
        size="sm"
        variant="quiet"
      >
        Delete
      </Button>
      {isClosing && (
        <CloseJobDialog
          job={job}
          onClose={() => setClosing(false)}
          onConfirm={(notify) => {
            setClosing(false);
            const closing = setClosed.mutateAsync({ job, closed: 1, notify });
            void run(closing, jobClosing.closeFailed);
          }}
        />
      )}
    </div>
  );
}
