import type { ReactNode } from 'react';
import { data, Link } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { jobParts } from '#contract/job-content.ts';
import { getJob, listJobs } from '#contract/jobs.ts';
import { jobs } from '#contract/messages/jobs.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { departmentName } from '#contract/text/department-name.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import type { Call } from '#contract/wire/endpoint.ts';
import { asCallError, toRouteError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PhoneLink } from '../layout/contact-links.tsx';
import type { Route } from './+types/job-page.ts';
import { JobError, LoadingStrip } from './job-page-states.tsx';
import { jobPlaces } from './job-places.ts';
import { jobPosting } from './job-posting.ts';
import type { JobSummary } from './job-search.ts';
import { jobSummary, jobTerms } from './job-terms.ts';
import { DeletedJob, OpenJobs } from './open-jobs.tsx';
import { useReturnAddress } from './return-search.ts';

/** Open jobs shown beside a closed one. */
const maxOthers = 5;

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext);
  try {
    const job = inOwnLanguage(await call(getJob, { params: { id: params.id } }));
    const page = { job, places: jobPlaces(job.location) };
    if (job.closedOn === null) return data({ ...page, closed: false, others: [] });
    return data({ ...page, closed: true, others: await openJobs(call) }, { status: 410 });
  } catch (error) {
    const failure = asCallError(error);
    if (failure?.body?.code !== 'job_deleted') throw toRouteError(error);
    return data({ job: null, closed: true, others: await openJobs(call) }, { status: 410 });
  }
}

/** Open jobs to offer beside a closed one; none when they can't be loaded. */
async function openJobs(call: Call): Promise<JobSummary[]> {
  const open = await call(listJobs).catch(() => []);
  return open.slice(0, maxOthers).map(jobSummary);
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  // JobError renders the title.
  if (!loaderData) return [{ name: 'robots', content: 'noindex' }];
  if (loaderData.job === null) {
    return [
      { title: `${jobs.closedTitle} | ${company.name}` },
      { name: 'robots', content: 'noindex' },
    ];
  }
  const { job, places, closed } = loaderData;
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: `${job.position}, ${job.location}`,
    description: summary(
      `${job.position} ${t('in', 'en')} ${job.location}. ${job.roleInformation}`,
    ),
    path: `/careers/${job.id}`,
    publicUrl,
    ...(closed
      ? { noIndex: true }
      : { picture: String(job.id), jsonLd: jobPosting(job, places, publicUrl) }),
  });
};

function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 157).replace(/\s\S*$/, '')}…`;
}

export default function JobPage({ loaderData }: Route.ComponentProps) {
  const { job, closed, others } = loaderData;
  const back = useReturnAddress();
  if (job === null) return <DeletedJob others={others} />;
  const apply = !closed && (
    <LinkButton
      className="beside-bar justify-self-start"
      size="lg"
      state={back.state}
      to={`/application/${job.id}`}
    >
      {t('Apply Now', 'Solicitar empleo')}
    </LinkButton>
  );
  return (
    <main id="main">
      <LoadingStrip />
      <article className="wrap pt-8 pb-20 lg:pt-12">
        <Link className="text-link inline-flex min-h-11 items-center" to={back.to}>
          {t('Return to Search Results', 'Volver a los resultados')}
        </Link>
        <header className="mt-6 grid grid-cols-1 items-end gap-x-16 gap-y-8 pb-10 lg:grid-cols-[minmax(0,1fr)_auto]">
          <h1 className="display text-3xl">{job.position}</h1>
          {apply && (
            <div className="grid grid-cols-1 gap-2">
              {apply}
              <Link className="text-link min-h-11 py-2" to={`/application/quick/${job.id}`}>
                {t('Apply in two minutes', 'Solicitud en dos minutos')}
              </Link>
            </div>
          )}
        </header>
        {closed && (
          <>
            <Alert
              action={<LinkButton to="/careers">{t('See open jobs', 'Ver vacantes')}</LinkButton>}
              className="mb-8"
            >
              {jobs.closed(job.closedOn ?? '')}
            </Alert>
            <OpenJobs jobs={others} />
          </>
        )}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-6 border-b-2 border-ink">
          <Term label={t('Location', 'Lugar')}>{job.location}</Term>
          {jobTerms(job).map(({ label, text }) => (
            <Term key={label} label={label}>
              {text}
            </Term>
          ))}
          {job.openings !== null && job.openings > 1 && (
            <Term label={t('Openings', 'Vacantes')}>{job.openings}</Term>
          )}
          <Term label={t('Department', 'Departamento')}>
            {job.department === 'All'
              ? t('All departments', 'Todos los departamentos')
              : departmentName(job.department)}
          </Term>
          <Term label={t('Date posted', 'Fecha de publicación')}>
            <time className="tabular-nums" dateTime={job.datePosted}>
              {t(job.datePosted, usCalendarDay(job.datePosted))}
            </time>
          </Term>
        </dl>
        {jobParts(job).map(({ title, lines, list }) => (
          <section
            className="grid grid-cols-1 gap-x-10 gap-y-4 border-b border-line py-9 lg:grid-cols-[17rem_minmax(0,1fr)]"
            key={title}
          >
            <h2 className="display text-[min(1.25rem,8vw)]">{title}</h2>
            <div className="measure">
              {list ? (
                <ul className="grid grid-cols-1 list-[square] gap-2 pl-5 marked">
                  {keyed(lines).map(({ key, line }) => (
                    <li key={key}>{line}</li>
                  ))}
                </ul>
              ) : (
                keyed(lines).map(({ key, line }) => (
                  <p className="not-first:mt-4" key={key}>
                    {line}
                  </p>
                ))
              )}
            </div>
          </section>
        ))}
        <footer className="flex flex-wrap items-center gap-x-8 gap-y-4 pt-10">
          {apply}
          <p>
            {t('Questions first? Call', '¿Tiene preguntas? Llame al')} <PhoneLink />.
          </p>
        </footer>
      </article>
    </main>
  );
}

function keyed(lines: string[]) {
  return lines.map((line, place) => ({ key: `${place} ${line}`, line }));
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t-2 border-ink py-4">
      <dt className="legend text-steel">{label}</dt>
      <dd className="font-display text-lg font-bold">{children}</dd>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <JobError error={error} title={jobs.detailFailed} unreachable={jobs.detailUnreachable} />;
}
