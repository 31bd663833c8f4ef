import { useId, useState } from 'react';
import { type Application, drivingFields, eligibilityFields } from '#contract/applications.ts';
import { telHref } from '#contract/company/profile.ts';
import { applicantName, jobName } from '#contract/filters/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { warnings } from '#contract/messages/form-warnings.ts';
import { mailHref } from '#web/lib/format/mail-href.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { usDay } from '../shared/us-dates.ts';
import { warningsOf } from './application-labels.ts';
import { OtherApplications, StageBadge } from './stage-marks.tsx';

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
  const name = applicantName(application);
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
        <StageBadge stage={application.stage} />
        {application.flagged === 1 && <Badge tone="danger">Possible spam</Badge>}
        {application.language === 'es' && <Badge>Spanish</Badge>}
        {application.certification === 0 && <Badge tone="danger">Not certified</Badge>}
        {hasWarnings && <Badge tone="lane">{warnings.check}</Badge>}
      </p>
      <OtherApplications application={application} />
      <div hidden={!expanded} id={id}>
        {expanded && (
          <div className="mt-4">
            <DescriptionList
              rows={[...contactRows(application), ...fieldRows(briefFields, application)]}
            />
            <Resume application={application} />
          </div>
        )}
      </div>
    </Card>
  );
}

const briefFields = {
  has_cdl_license: drivingFields.has_cdl_license,
  car_hauling_experience_years: drivingFields.car_hauling_experience_years,
  authorized_to_work_us: eligibilityFields.authorized_to_work_us,
};

/** The links to call and to write to an applicant. */
export function contactRows({ phone, email }: Application) {
  return [
    [
      'Phone',
      <a className="text-link" href={telHref(phone)} key="phone">
        {phone}
      </a>,
    ],
    [
      'Email',
      <a className="text-link" href={mailHref(email)} key="email">
        {email}
      </a>,
    ],
  ] as const;
}

/** The link to an application's resume, or a note that there is none. */
export function Resume({ application }: { application: Application }) {
  if (!application.resume_path) {
    return <p className="flex min-h-11 items-center text-sm text-steel">No resume.</p>;
  }
  return (
    <FileLink
      label={`View resume of ${applicantName(application)}`}
      path={application.resume_path}
      presign="settlements"
      waiting={messages.loadingResume}
    >
      View resume
    </FileLink>
  );
}
