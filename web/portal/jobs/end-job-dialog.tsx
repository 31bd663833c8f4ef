import { useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { jobClosing as messages } from '#contract/messages/job-closing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';

export interface Ending {
  title: string;
  /** What it does to the job. */
  means: string;
  confirmLabel: string;
  /** Whether the mail is proposed. */
  tells: boolean;
  /** Whether reopening the job takes the mail back. */
  canReopen?: boolean;
}

interface EndJobDialogProps extends Ending {
  job: Job;
  /** How many people wait for a decision. */
  waiting: number;
  onClose: () => void;
  onConfirm: (notify: 0 | 1) => void;
}

/** Asks whether a job ends, and whether the applicants who wait are told. */
export function EndJobDialog({ job, waiting, onClose, onConfirm, ...ending }: EndJobDialogProps) {
  const [tells, setTells] = useState(ending.tells);
  return (
    <Dialog
      description={`${job.position}, ${job.location}. ${ending.means}`}
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => onConfirm(tells && waiting > 0 ? 1 : 0)} variant="danger">
            {ending.confirmLabel}
          </Button>
        </>
      }
      onClose={onClose}
      size="sm"
      title={ending.title}
    >
      {waiting > 0 ? (
        <Checkbox
          checked={tells}
          hint={[messages.notifyHint, ending.canReopen && messages.reopenStops]
            .filter(Boolean)
            .join(' ')}
          label={messages.notifyApplicants(waiting)}
          onChange={({ target }) => setTells(target.checked)}
        />
      ) : (
        <p className="text-sm text-steel">{messages.nobodyWaits}</p>
      )}
    </Dialog>
  );
}
