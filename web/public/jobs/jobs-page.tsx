import { lazy, Suspense } from 'react';
import { company, companyInSpanish } from '#contract/company/profile.ts';
import { listJobs, publicDepartments } from '#contract/jobs.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { toRouteError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useConfirmation } from '#web/lib/session/confirmations.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Route } from './+types/jobs-page.ts';
import { JobFilter, resultsId } from './job-filter.tsx';
import { JobError, LoadingStrip } from './job-page-states.tsx';
import { JobRow } from './job-row.tsx';
import { allJobs, filterJobs, queryOf } from './job-search.ts';
import { jobSummary } from './job-terms.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const jobs = await context
    .get(callContext)(listJobs)
    .catch((error: unknown) => {
      throw toRouteError(error);
    });
  const finance = jobs.some((job) => job.department === 'Finance');
  return {
    // In the loader, because importing the contract would load its schemas.
    departments: finance ? [...publicDepartments, 'Finance'] : [...publicDepartments],
    jobs: jobs.map(jobSummary),
  };
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  const feed = {
    title: t(`Jobs at ${company.name}`, `Empleos en ${company.name}`),
    href: '/careers.rss',
  };
  return [
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', ...feed },
    ...pageMeta({
      title: t('Careers', 'Empleos'),
      description: t(
        `Open jobs at ${company.name} in ${company.address.city}, ${company.address.stateName} and ${company.hub.city}: drivers, dispatch, the shop and the office. Apply online in one page.`,
        `Vacantes en ${company.name} en ${company.address.city}, ${company.address.stateName} y ${company.hub.city}: choferes, despacho, taller y oficina. Envíe su solicitud en línea, en una sola página.`,
      ),
      path: '/careers',
      publicUrl,
      picture: 'careers',
      jsonLd: organization(publicUrl),
    }),
  ];
};

export default function CareersPage({ loaderData: { jobs, departments } }: Route.ComponentProps) {
  const [search, setSearch] = useUrlFilter(allJobs);
  const query = queryOf(search);
  const found = filterJobs(jobs, search);
  return (
    <main id="main">
      <LoadingStrip />
      <div className="wrap pt-12 pb-20 lg:pt-20">
        <EarlierApplication />
        <header className="grid grid-cols-1 items-end gap-x-16 gap-y-5 lg:grid-cols-[7fr_5fr]">
          <h1 className="display text-3xl">{t('Careers', 'Empleos')}</h1>
          <p className="measure text-lg">
            {t(
              `${company.fleetSize} ${company.product} need drivers, and drivers need dispatchers, mechanics and people who get the paperwork right. Find your job and apply on one page.`,
              `${company.fleetSize} ${companyInSpanish.product} necesitan choferes, y los choferes necesitan despachadores, mecánicos y gente que lleve bien los papeles. Encuentre su puesto y envíe su solicitud en una sola página.`,
            )}
          </p>
        </header>
        <JobFilter departments={departments} onChange={setSearch} search={search} />
        <p className="display border-b-2 border-ink pb-2 text-lg" id={resultsId} role="status">
          {messages.results(found.length)}
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
                action={
                  <LinkButton to="/application">
                    {t('Send an application', 'Enviar una solicitud')}
                  </LinkButton>
                }
                title={messages.none}
              >
                {t(
                  "Send us your application anyway. We'll review it when a job opens.",
                  'Envíenos su solicitud de todos modos. La revisaremos cuando se abra un puesto.',
                )}
              </EmptyState>
            ) : (
              <EmptyState
                action={
                  // Immediately, because a pending URL update would restore the search.
                  <LinkButton onClick={() => setSearch(allJobs)} to="/careers" variant="secondary">
                    {messages.showAll(jobs.length)}
                  </LinkButton>
                }
                title={messages.noMatch(search.q.trim(), search.department)}
              >
                {t(
                  'Try a shorter search, a city, or another department.',
                  'Pruebe con una búsqueda más corta, una ciudad u otro departamento.',
                )}
              </EmptyState>
            )}
          </div>
        )}
      </div>
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <JobError error={error} title={messages.fetchFailed} unreachable={messages.listUnreachable} />
      <div className="wrap">
        <EarlierApplication />
      </div>
    </>
  );
}

/** The application form has loaded it; on a return visit without a connection it is missing, and the page isn't. */
const ApplicationSent = lazy(() =>
  import('../confirmation/application-sent.tsx').then(
    (loaded) => ({ default: loaded.ApplicationSent }),
    () => ({ default: () => null }),
  ),
);

/** The confirmation of the application that this device has sent, until it is closed. */
function EarlierApplication() {
  const isSent = useConfirmation('application') !== null;
  return (
    isSent && (
      <Suspense fallback={null}>
        <ApplicationSent />
      </Suspense>
    )
  );
}
