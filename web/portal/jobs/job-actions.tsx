import type { ComponentProps } from 'react';
import type { Job } from '#contract/jobs.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { serverMessage } from '#web/lib/api/api.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { tokenError } from '../shared/error-messages.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { useDeleteJob, useRepostJob, useSetClosed } from './jobs.data.ts';

export interface JobAdmin {
  /** The id of the job in the form. */
  editing: number | null;
  onEdit: (job: Job) => void;
  onDeleted: (job: Job) => void;
}

interface JobActionsProps extends JobAdmin {
  job: Job;
  /** How many people wait for a decision. */
  waiting: number;
}

/** What an admin does with a job: edit, close or reopen, repost, delete; tell those who wait that it has ended. */
export function JobActions({ job, waiting, onEdit, onDeleted }: JobActionsProps) {
  const { position } = job;
  const confirm = useConfirm();
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

  /** Asks whether the job ends, and whether the applicants who wait are told. */
  async function ask(
    question: { title: string; means: string; confirmLabel: string; danger?: boolean },
    { tells, hint = jobClosing.notifyHint }: { tells: boolean; hint?: string },
  ): Promise<0 | 1 | null> {
    let isTelling = tells && waiting > 0;
    const isConfirmed = await confirm({
      ...question,
      description: `${position}, ${job.location}. ${question.means}`,
      choice: waiting > 0 && (
        <TellChoice
          hint={hint}
          initial={tells}
          onChange={(next) => {
            isTelling = next;
          }}
          waiting={waiting}
        />
      ),
    });
    return isConfirmed ? (isTelling ? 1 : 0) : null;
  }

  async function askToClose() {
    const { confirmClose: title, closeMeans: means, closeFailed } = jobClosing;
    const hint = `${jobClosing.notifyHint} ${jobClosing.reopenStops}`;
    const notify = await ask({ title, means, confirmLabel: 'Close job' }, { tells: true, hint });
    if (notify !== null) {
      await run(() => setClosed.mutateAsync({ job, closed: 1, notify }), closeFailed);
    }
  }

  async function askToTell() {
    const { confirmTell: title, notifyHint, tellFailed } = jobClosing;
    const description = `${position}, ${job.location}. ${notifyHint}`;
    if (!(await confirm({ title, description, confirmLabel: 'Tell applicants' }))) return;
    await run(() => setClosed.mutateAsync({ job, closed: 1, notify: 1 }), tellFailed);
  }

  async function askToRepost() {
    const { confirmRepost: title, repostMeans: means, repostFailed } = jobClosing;
    const notify = await ask({ title, means, confirmLabel: 'Repost' }, { tells: false });
    if (notify !== null) await run(() => repost.mutateAsync({ job, notify }), repostFailed);
  }

  async function askToDelete() {
    const { confirmDelete: title, deleteFailed, deleteFailedBecause } = messages;
    const means = jobClosing.deletedMeans;
    const question = { title, means, confirmLabel: 'Delete', danger: true };
    const notify = await ask(question, { tells: false });
    if (notify === null) return;
    const work = async () => {
      const done = await remove.mutateAsync({ job, notify });
      onDeleted(job);
      return done;
    };
    await run(work, deleteFailed, deleteFailedBecause);
  }

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
            onClick: () => void askToClose(),
          })
        : action('Reopen', {
            busy: setClosed.isPending,
            onClick: () =>
              void run(() => setClosed.mutateAsync({ job, closed: 0 }), jobClosing.reopenFailed),
          })}
      {job.closedOn !== null &&
        waiting > 0 &&
        action('Tell applicants', { onClick: () => void askToTell() })}
      {action('Repost', { busy: repost.isPending, onClick: () => void askToRepost() })}
      {action('Delete', {
        busy: remove.isPending,
        className: 'text-danger!',
        onClick: () => void askToDelete(),
      })}
    </div>
  );
}

interface TellChoiceProps {
  /** How many people wait for a decision. */
  waiting: number;
  initial: boolean;
  hint: string;
  onChange: (tells: boolean) => void;
}

function TellChoice({ waiting, initial, hint, onChange }: TellChoiceProps) {
  return (
    <div className="mt-4">
      <Checkbox
        defaultChecked={initial}
        hint={hint}
        label={jobClosing.notifyApplicants(waiting)}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}
