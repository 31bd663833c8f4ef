import { useId, useState } from 'react';
import type { Assignment } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { usDay } from '../shared/us-dates.ts';
import { type Duty, nextDuty } from './due-status.ts';
import { SubmissionForm } from './submission-form.tsx';
import { StatusBadge, Versions } from './versions.tsx';

const callsToAction: Readonly<Record<Duty, string | null>> = {
  again: 'Send a new version',
  open: 'Please open',
  confirm: 'Please confirm',
  send: null,
  nothing: null,
};

/** One file: open, confirm and return it, and see its versions. */
export function OwnFileCard({ file }: { file: Assignment }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const call = callsToAction[nextDuty(file)];
  return (
    <Card
      aside={<StatusBadge status={file.status} />}
      title={<span className="wrap-anywhere">{file.file_name}</span>}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-steel">
        <time dateTime={file.upload_date}>{usDay(file.upload_date)}</time>
        {fileFacts(file)}
        {call && <Badge tone="lane">{call}</Badge>}
        {file.awaiting_review === 1 && <span>{messages.waitsForOffice}</span>}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1">
        <FileLink label={`View ${file.file_name}`} path={file.file_path} presign="settlements">
          View
        </FileLink>
        <Button
          aria-controls={id}
          aria-expanded={expanded}
          aria-label={`${expanded ? 'Hide' : 'Show'} versions of ${file.file_name}`}
          className="-mx-3"
          onClick={() => setExpanded(!expanded)}
          size="sm"
          variant="quiet"
        >
          {expanded ? 'Hide versions' : 'Show versions'}
        </Button>
        <ConfirmRead file={file} />
      </div>
      <Versions expanded={expanded} file={file} id={id} />
      <SubmissionForm file={file} />
    </Card>
  );
}
