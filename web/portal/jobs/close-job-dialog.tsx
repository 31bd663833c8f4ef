import { useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { jobClosing as messages } from '#contract/messages/job-closing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';

interface CloseJobDialogProps {
  job: Job;
  onClose: () => void;
  onConfirm: (notify: 0 | 1) => void;
}

/** Asks whether to close a job, and whether its applicants are told. */
export function CloseJobDialog({ job, onClose, onConfirm }: CloseJobDialogProps) {
  const [notifies, setNotifies] = useState(true);
  return (
    <Dialog
      description={`${job.position}, ${job.location}. ${messages.closeMeans}`}
      footer={
        <>
          <DialogCancel />
          <Button onClick={() => onConfirm(notifies ? 1 : 0)} variant="danger">
            Close job
          </Button>
        </>
      }
      onClose={onClose}
      size="sm"
      title={messages.confirmClose}
    >
      <Checkbox
        checked={notifies}
        hint={messages.notifyHint}
        label={messages.notifyApplicants}
        onChange={({ target }) => setNotifies(target.checked)}
      />
    </Dialog>
  );
}
