import { jobs as messages } from '#contract/messages/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { LoadingStrip } from './job-page-states.tsx';
import { JobRow } from './job-row.tsx';
import type { JobSummary } from './job-search.ts';

/** Open jobs beside a closed one. */
export function OpenJobs({ jobs }: { jobs: readonly JobSummary[] }) {
  if (jobs.length === 0) return null;
  return (
    <section className="mb-10">
      <h2 className="display border-b-2 border-ink pb-2 text-lg">{messages.openJobs}</h2>
      <ul>
        {jobs.map((job) => (
          <JobRow job={job} key={job.id} query="" />
        ))}
      </ul>
    </section>
  );
}

/** The page of a job that was deleted. */
export function DeletedJob({ others }: { others: readonly JobSummary[] }) {
  return (
    <main className="wrap pt-12 pb-24 lg:pt-20" id="main">
      <LoadingStrip />
      <h1 className="display text-2xl">{messages.closedTitle}</h1>
      <p className="measure mt-5 mb-8 text-lg">{messages.closedText}</p>
      <OpenJobs jobs={others} />
      <LinkButton to="/careers">{t('See open jobs', 'Ver vacantes')}</LinkButton>
    </main>
  );
}
