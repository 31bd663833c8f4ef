import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type SubmissionStatus, submissionStatuses } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { toast } from '../shared/toast.tsx';
import { usShortDay } from '../shared/us-dates.ts';
import { useDeleteVersion, useReason, useReviewVersion } from './admin.data.ts';
import type { GroupedVersion } from './grouped-files.ts';
import { RejectDialog } from './reject-dialog.tsx';

interface VersionRowProps {
  version: GroupedVersion;
  /** The latest version, waiting for a review. */
  awaiting: boolean;
  /** The file and its sender, for screen readers. */
  of: string;
}

/** A returned version with its status, file and deletion. */
export function VersionRow({ version, awaiting, of }: VersionRowProps) {
  const confirm = useConfirm();
  const review = useReviewVersion();
  const remove = useDeleteVersion();
  const reason = useReason(version.id);
  const [rejecting, setRejecting] = useState(false);
  const name = `v${version.number} of ${of}`;
  const failed = review.isError || remove.isError;

  /** Callbacks of `mutate` don't run once the reloaded list has no row of it. */
  async function show(change: Promise<unknown>, message: string) {
    try {
      await change;
      toast.show(message);
    } catch {
      // Shown below.
    }
  }

  function set(status: SubmissionStatus) {
    if (status === 'Rejected') return setRejecting(true);
    toast.dismissAll();
    remove.reset();
    void show(review.mutateAsync({ submissionId: version.id, status }), messages.statusUpdated);
  }

  async function ask() {
    const confirmed = await confirm({
      title: messages.confirmDeleteVersion,
      description: `${name}.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    toast.dismissAll();
    review.reset();
    await show(remove.mutateAsync(version.id), messages.versionDeleted);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-0.5">
      <span className="w-9 shrink-0 font-display font-bold">v{version.number}</span>
      <Select
        aria-label={`Status of ${name}`}
        className="min-h-9! w-40! shrink-0 py-1! pointer-coarse:min-h-11!"
        disabled={review.isPending}
        name="status"
        onChange={(event) => set(event.target.value as SubmissionStatus)}
        options={submissionStatuses}
        value={review.isPending ? review.variables.status : version.status}
      />
      <time className="text-steel" dateTime={version.date}>
        {usShortDay(version.date)}
      </time>
      <FileLink label={`View ${name}`} path={version.url} presign="settlements">
        View
      </FileLink>
      {awaiting && (
        <span className="order-last flex w-full items-center gap-3 sm:order-none sm:w-auto">
          <Badge tone="lane">{messages.awaiting}</Badge>
          <Button
            aria-label={`Keep ${name} Incomplete`}
            busy={review.isPending}
            onClick={() => set('Incomplete')}
            size="sm"
            variant="secondary"
          >
            Keep Incomplete
          </Button>
        </span>
      )}
      <Button
        aria-label={`Delete ${name}`}
        busy={remove.isPending}
        className="ml-auto text-danger!"
        onClick={() => void ask()}
        size="icon"
        title="Delete this version"
        variant="quiet"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </Button>
      {reason !== '' && (
        <p className="w-full text-sm whitespace-pre-line text-steel wrap-anywhere">
          <span className="font-semibold">{messages.reasonShown}</span> {reason}
        </p>
      )}
      {failed && (
        <p className="w-full text-sm text-steel" role="status">
          {messages.notSaved}
        </p>
      )}
      {rejecting && (
        <RejectDialog name={name} onClose={() => setRejecting(false)} submissionId={version.id} />
      )}
    </li>
  );
}
