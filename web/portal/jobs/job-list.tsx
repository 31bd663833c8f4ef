import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Job } from '#contract/jobs.ts';
import { jobClosing } from '#contract/messages/job-closing.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { departmentName } from '#contract/text/department-name.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { JobActions, type JobAdmin } from './job-actions.tsx';
import { type Applicants, closedJobsQuery, useApplicants, useJobs } from './jobs.data.ts';

interface JobListProps {
  /** Admin actions; without them the list is read-only. */
  admin?: JobAdmin;
}

/** The open jobs. */
export function JobList({ admin }: JobListProps) {
  const emptyHint = admin
    ? 'Fill in the form to post the first one. It appears on the careers page when you save it.'
    : t('Check back later, or ask the office.', 'Vuelva más tarde o pregunte a la oficina.');
  return (
    <JobSection
      admin={admin}
      emptyHint={emptyHint}
      id="current-jobs"
      messages={messages}
      query={useJobs()}
      title={t('Current jobs', 'Vacantes')}
    />
  );
}

const closedMessages = { loading: messages.loading, fetchFailed: jobClosing.closedFailed };

/** The closed jobs, for admins; nothing while there is none. */
export function ClosedJobs({ admin }: { admin: JobAdmin }) {
  const query = useQuery(closedJobsQuery);
  if (query.data?.length === 0) return null;
  return (
    <JobSection
      admin={admin}
      id="closed-jobs"
      messages={closedMessages}
      query={query}
      title={jobClosing.closedList}
    />
  );
}

interface JobSectionProps {
  id: string;
  title: string;
  query: UseQueryResult<Job[]>;
  messages: { loading: string; fetchFailed: string; none?: string };
  emptyHint?: string;
  admin: JobAdmin | undefined;
}

function JobSection({ id, title, query, messages: texts, emptyHint, admin }: JobSectionProps) {
  const applicantsOf = useApplicants(admin !== undefined);
  return (
    <section aria-labelledby={id}>
      <h2 className="display mb-3 text-lg" id={id}>
        {title}{' '}
        {query.data && query.data.length > 0 && (
          <span className="text-steel">{query.data.length}</span>
        )}
      </h2>
      <RecordList emptyHint={emptyHint} lines={6} messages={texts} query={query}>
        {(list) => (
          <ul className="border-t-2 border-ink">
            {list.map((job) => (
              <JobRow admin={admin} applicants={applicantsOf(job.id)} job={job} key={job.id} />
            ))}
          </ul>
        )}
      </RecordList>
    </section>
  );
}

interface JobRowProps {
  job: Job;
  /** How many applicants are hired, and wait, where it is known. */
  applicants: Applicants | undefined;
  admin: JobAdmin | undefined;
}

const hiredText = (hired: number, openings: number | null) =>
  openings === null ? `${hired} hired` : `${hired} of ${openings} hired`;

function JobRow({ job: stored, applicants, admin }: JobRowProps) {
  // The office reads English.
  const job = admin ? stored : inOwnLanguage(stored);
  const isEditing = admin?.editing === job.id;
  return (
    <LinkedItem
      className={`flex flex-wrap items-center gap-x-4 border-b border-line py-2 ${isEditing ? 'bg-well px-3' : ''}`}
      id={job.id}
      param="job"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-display font-bold leading-snug">
          <Link
            className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
            to={`/careers/${job.id}`}
          >
            {job.position}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-steel">
          {job.location}
          <Badge>{departmentName(job.department)}</Badge>
          <time className="tabular-nums" dateTime={job.datePosted}>
            {job.datePosted}
          </time>
          {applicants && (applicants.hired > 0 || job.openings !== null) && (
            <Badge>{hiredText(applicants.hired, job.openings)}</Badge>
          )}
          {!admin && job.openings !== null && job.openings > 1 && (
            <Badge>{t(`${job.openings} openings`, `${job.openings} vacantes`)}</Badge>
          )}
          {job.closedOn !== null && applicants && applicants.waiting > 0 && (
            <Badge tone="lane">{jobClosing.waiting(applicants.waiting)}</Badge>
          )}
          {job.pinned === 1 && <Badge tone="lane">{t('Pinned', 'Destacada')}</Badge>}
          {job.closedOn !== null && <Badge>{`Closed ${job.closedOn}`}</Badge>}
          {isEditing && <Badge tone="lane">Editing</Badge>}
        </p>
      </div>
      {admin && <JobActions {...admin} job={job} waiting={applicants?.waiting ?? 0} />}
    </LinkedItem>
  );
}
