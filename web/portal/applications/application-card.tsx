import { useId, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { telHref } from '#contract/company.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { portal } from '#contract/messages/portal.ts';
import { mailHref } from '#web/lib/mail-href.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { DescriptionList } from '../shared/record-view.tsx';
import { usDay } from '../shared/us-dates.ts';
import { fullName, jobName, warningsOf, yesNo } from './application-labels.ts';

interface ApplicationCardProps {
  application: Application;
  deleting: boolean;
  /** Called when the card expands. */
  onExpand: () => void;
  onOpen: () => void;
  onDelete: () => void;
}

export function ApplicationCard({
  application,
  deleting,
  onExpand,
  onOpen,
  onDelete,
}: ApplicationCardProps) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const name = fullName(application);
  const hasWarnings = Object.keys(warningsOf(application)).length > 0;
  return (
    <Card
      footer={
        <>
          <Button
            aria-controls={id}
            aria-expanded={expanded}
            aria-label={`${expanded ? 'Collapse' : 'Expand'} ${name}`}
            onClick={() => {
              if (!expanded) onExpand();
              setExpanded(!expanded);
            }}
            className="-ml-3"
            size="sm"
            variant="quiet"
          >
            {expanded ? 'Collapse' : 'Expand'}
          </Button>
          <Button
            aria-label={`View details of ${name}`}
            onClick={onOpen}
            size="sm"
            variant="secondary"
          >
            View details
          </Button>
          <Button
            aria-label={`Delete the application of ${name}`}
            busy={deleting}
            className="-mr-3 ml-auto text-danger!"
            onClick={onDelete}
            size="sm"
            variant="quiet"
          >
            Delete
          </Button>
        </>
      }
      level={2}
      title={name}
    >
      <p className="text-sm font-semibold">{jobName(application)}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-steel">
        <time dateTime={application.created_at}>{usDay(application.created_at)}</time>
        {application.city}, {application.state}
        {application.opened_at === null && <Badge tone="info">New</Badge>}
        {application.certification === 0 && (
          <Badge tone="danger">{portal.certificationMissing}</Badge>
        )}
        {hasWarnings && <Badge tone="lane">{warnings.check}</Badge>}
      </p>
      <div hidden={!expanded} id={id}>
        {expanded && <Brief application={application} name={name} />}
      </div>
    </Card>
  );
}

function Brief({ application, name }: { application: Application; name: string }) {
  return (
    <div className="mt-4">
      <DescriptionList
        rows={[
          [
            'Phone',
            <a className="text-link" href={telHref(application.phone)} key="phone">
              {application.phone}
            </a>,
          ],
          [
            'Email',
            <a className="text-link" href={mailHref(application.email)} key="email">
              {application.email}
            </a>,
          ],
          ['CDL', yesNo(application.has_cdl_license)],
          ['Car hauling', `${application.car_hauling_experience_years} years`],
          ['May work in the US', yesNo(application.authorized_to_work_us)],
        ]}
      />
      {application.resume_path ? (
        <ResumeLink name={name} path={application.resume_path} />
      ) : (
        <p className="flex min-h-11 items-center text-sm text-steel">{portal.noResume}</p>
      )}
    </div>
  );
}

export function ResumeLink({ path, name }: { path: string; name: string }) {
  return (
    <FileLink
      label={`${portal.viewResume} of ${name}`}
      path={path}
      presign="settlements"
      waiting={messages.loadingResume}
    >
      {portal.viewResume}
    </FileLink>
  );
}
