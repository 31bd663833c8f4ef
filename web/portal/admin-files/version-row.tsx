import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type SubmissionStatus, submissionStatuses } from '#contract/employee-files.ts';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { FileLink } from '../files/file-link.tsx';
import { hush, say } from '../frame/say.tsx';
import { usShortDay } from '../frame/us-dates.ts';
import { useDeleteVersion, useJudge } from './admin-files.data.ts';
import type { GroupedVersion } from './grouped-words.ts';
import { RejectDialog } from './reject-dialog.tsx';

interface VersionRowProps {
  version: GroupedVersion;
  /** The latest one, and nobody has judged it. */
  awaiting: boolean;
  /** Of which file and by whom, for who hears the row. */
  of: string;
}

/** One version that was sent back: read it, judge it, delete it. */
export function VersionRow({ version, awaiting, of }: VersionRowProps) {
  const confirm = useConfirm();
  const judge = useJudge();
  const remove = useDeleteVersion();
  const [rejecting, setRejecting] = useState(false);
  const name = `v${version.number} of ${of}`;
  const failed = judge.isError || remove.isError;

  function set(status: SubmissionStatus) {
    if (status === 'Rejected') return setRejecting(true);
    hush();
    remove.reset();
    judge.mutate(
      { submissionId: version.id, status, reason: '' },
      { onSuccess: () => say(text.statusUpdated) },
    );
  }

  async function ask() {
    const confirmed = await confirm({
      title: text.confirmDeleteVersion,
      description: `${name}.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!confirmed) return;
    hush();
    judge.reset();
    remove.mutate(version.id, { onSuccess: () => say(text.versionDeleted) });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
      <span className="w-9 shrink-0 font-display font-bold">v{version.number}</span>
      <Select
        aria-label={`Status of ${name}`}
        className="w-40! shrink-0"
        disabled={judge.isPending}
        name="status"
        onChange={(event) => set(event.target.value as SubmissionStatus)}
        options={submissionStatuses}
        value={judge.isPending ? judge.variables.status : version.status}
      />
      <time className="text-steel" dateTime={version.date}>
        {usShortDay(version.date)}
      </time>
      <FileLink label={`View ${name}`} path={version.url} presign="settlements">
        View
      </FileLink>
      {awaiting && (
        <span className="order-last flex w-full items-center gap-3 sm:order-none sm:w-auto">
          <Badge tone="lane">{text.awaiting}</Badge>
          <Button
            aria-label={`Keep ${name} Incomplete`}
            busy={judge.isPending}
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
      {failed && (
        <p className="w-full text-sm text-steel" role="status">
          {text.notSaved}
        </p>
      )}
      {rejecting && (
        <RejectDialog name={name} onClose={() => setRejecting(false)} submissionId={version.id} />
      )}
    </li>
  );
}
