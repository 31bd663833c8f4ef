import { useEffect, useRef, useState } from 'react';
import { data, useNavigation, useSearchParams } from 'react-router';
import { listJobs, publicDepartments } from '#contract/careers.ts';
import { company } from '#contract/company.ts';
import { careers } from '#contract/messages/careers.ts';
import { jobSearch } from '#contract/messages/job-search.ts';
import { callFailure } from '#web/lib/call-failure.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Route } from './+types/careers-page.ts';
import { Arrivals } from './arrivals.tsx';
import { JobFilter } from './job-filter.tsx';
import { JobMissing } from './job-missing.tsx';
import { JobRow } from './job-row.tsx';
import { filterJobs, type JobSearch, type JobSummary, queryOf, searchOf } from './job-search.ts';
import { LoadingStrip } from './loading-strip.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const jobs = await context
    .get(callContext)(listJobs)
    .catch((error: unknown) => {
      const failure = callFailure(error);
      throw failure ? data(null, { status: failure.status, statusText: failure.message }) : error;
    });
  const finance = jobs.some((job) => job.department === 'Finance');
  return {
    // From here, not in the browser: the contract would bring its schemas along.
    departments: finance ? [...publicDepartments, 'Finance'] : [...publicDepartments],
    jobs: jobs.map(
      ({ id, position, location, department, datePosted }): JobSummary => ({
        id,
        position,
        location,
        department,
        datePosted,
      }),
    ),
  };
}

/** A search is answered from what is here: only coming to the page asks the server. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname;
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'Careers',
    description: `Open jobs at ${company.name} in ${company.address.city}, ${company.address.stateName} and ${company.hub.city}: drivers, dispatch, the shop and the office. Apply online in one page.`,
    path: '/careers',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function CareersPage({ loaderData: { jobs, departments } }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState<JobSearch>(() => searchOf(params));
  const address = params.toString();
  const known = useRef(address);
  const idle = useNavigation().state === 'idle';
  const query = queryOf(search);

  useEffect(() => {
    // Changed without us: Back, or the menu's link to the whole list.
    if (address === known.current) return;
    known.current = address;
    setSearch(searchOf(new URLSearchParams(address)));
  }, [address]);

  useEffect(() => {
    if (!idle || query === queryOf(searchOf(new URLSearchParams(known.current)))) return;
    // Browsers refuse an address that changes with every letter.
    const timer = setTimeout(() => {
      const next = new URLSearchParams(query);
      known.current = next.toString();
      setParams(next, { replace: true, preventScrollReset: true });
    }, 250);
    return () => clearTimeout(timer);
  }, [query, idle, setParams]);

  const found = filterJobs(jobs, search);
  return (
    <main id="main">
      <LoadingStrip />
      <div className="wrap pt-12 pb-20 lg:pt-20">
        <Arrivals />
        <header className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[7fr_5fr]">
          <h1 className="display text-3xl">Careers</h1>
          <p className="measure text-lg">
            {company.fleetSize} {company.product} need drivers, and drivers need dispatchers,
            mechanics and people who get the paperwork right. Find your place, then apply on one
            page.
          </p>
        </header>
        <JobFilter departments={departments} onChange={setSearch} search={search} />
        <p className="display border-b-2 border-ink pb-2 text-lg" role="status">
          {careers.results(found.length)}
        </p>
        {found.length > 0 ? (
          <ul>
            {found.map((job) => (
              <JobRow job={job} key={job.id} query={query} />
            ))}
          </ul>
        ) : (
          <div className="pt-8">
            {jobs.length === 0 ? (
              <EmptyState
                action={<LinkButton to="/application">Send an application</LinkButton>}
                title={careers.none}
              >
                Send us your application all the same. We read it when a seat opens.
              </EmptyState>
            ) : (
              <EmptyState
                action={
                  // At once: a letter typed just before must not bring its search back into the address.
                  <LinkButton
                    onClick={() => setSearch(searchOf(new URLSearchParams()))}
                    to="/careers"
                    variant="secondary"
                  >
                    Show all {jobs.length} jobs
                  </LinkButton>
                }
                title={jobSearch.noMatch}
              >
                Try fewer letters, a city, or another department.
              </EmptyState>
            )}
          </div>
        )}
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <JobMissing error={error} sentence={careers.fetchFailed} />;
}
