import type { ReactNode } from 'react';
import { data, Link } from 'react-router';
import { getJob } from '#contract/careers.ts';
import { company, telHref } from '#contract/company.ts';
import { careers } from '#contract/messages/careers.ts';
import { callFailure } from '#web/lib/call-failure.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Route } from './+types/job-page.ts';
import { JobMissing } from './job-missing.tsx';
import { jobParts, jobPosting } from './job-posting.ts';
import { LoadingStrip } from './loading-strip.tsx';
import { useReturnAddress } from './return-search.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    return { job: await context.get(callContext)(getJob, { params: { id: params.id } }) };
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    const status = failure.status === 400 ? 404 : failure.status;
    throw data(null, { status, statusText: status === 404 ? 'Not Found' : failure.message });
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  // Without a job the error screen names the page.
  if (!loaderData) return [{ name: 'robots', content: 'noindex' }];
  const { job } = loaderData;
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: `${job.position}, ${job.location}`,
    description: summary(`${job.position} in ${job.location}. ${job.roleInformation}`),
    path: `/careers/${job.id}`,
    publicUrl,
    jsonLd: jobPosting(job, publicUrl),
  });
};

function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 160 ? line : `${line.slice(0, 157).replace(/\s\S*$/, '')}…`;
}

export default function JobPage({ loaderData: { job } }: Route.ComponentProps) {
  const back = useReturnAddress();
  const apply = (
    <LinkButton
      className="sm:justify-self-start"
      size="lg"
      state={back.state}
      to={`/application/${job.id}`}
    >
      Apply Now
    </LinkButton>
  );
  return (
    <main id="main">
      <LoadingStrip />
      <article className="wrap pt-8 pb-20 lg:pt-12">
        <Link className="text-link inline-flex min-h-11 items-center" to={back.to}>
          Return to Search Results
        </Link>
        <header className="mt-6 grid items-end gap-x-16 gap-y-8 pb-10 lg:grid-cols-[minmax(0,1fr)_auto]">
          <h1 className="display text-3xl">{job.position}</h1>
          {apply}
        </header>
        <dl className="grid border-y-2 border-ink sm:grid-cols-3">
          <Fact label="Location">{job.location}</Fact>
          <Fact label="Department">
            {job.department === 'All' ? 'All departments' : job.department}
          </Fact>
          <Fact label="Date posted">
            <time className="tabular-nums" dateTime={job.datePosted}>
              {job.datePosted}
            </time>
          </Fact>
        </dl>
        {jobParts(job).map(({ title, lines, list }) => (
          <section
            className="grid gap-x-10 gap-y-4 border-b border-line py-9 lg:grid-cols-[15rem_minmax(0,1fr)]"
            key={title}
          >
            <h2 className="display text-lg">{title}</h2>
            <div className="measure">
              {list ? (
                <ul className="grid list-[square] gap-2 pl-5 marker:text-rust">
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
            Questions first? Call{' '}
            <a className="text-link" href={telHref(company.phones.general.number)}>
              {company.phones.general.number}
            </a>
            .
          </p>
        </footer>
      </article>
    </main>
  );
}

function keyed(lines: string[]) {
  return lines.map((line, place) => ({ key: `${place} ${line}`, line }));
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-4 not-first:border-line max-sm:not-first:border-t sm:not-first:border-l sm:not-first:pl-6">
      <dt className="legend text-steel">{label}</dt>
      <dd className="font-display text-lg font-bold">{children}</dd>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <JobMissing error={error} sentence={careers.detailFailed} />;
}
