import { Link, Outlet, useBlocker, useLocation, useRouteLoaderData } from 'react-router';
import { company, telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { pageLanguage } from '#contract/wire/page-languages.ts';
import type { loader } from '../jobs/job-page.tsx';
import { Footer } from './footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The layout of every public page. Pages render their own `<main id="main">`. */
export default function PublicLayout() {
  return (
    <>
      <a
        className="sr-only bg-lane p-4 text-asphalt focus:not-sr-only focus:absolute focus:z-50"
        href="#main"
      >
        {t('Skip to content', 'Ir al contenido')}
      </a>
      <SiteHeader />
      <Outlet />
      <Footer />
      <CallBar />
      <ReloadForRecaptcha />
    </>
  );
}

/** Pages without the bar, which would cover their form or their results. */
const withoutBar = /^\/(careers\/*$|(inquiry|application|login|reset|testimonial)(\/|$))/i;

const action = 'flex min-h-14 items-center justify-center bg-signal px-2 text-center text-asphalt';

/** The fixed bar on phones: the phone number and the page's action, a quote or an application for the job. */
function CallBar() {
  const { pathname, state } = useLocation();
  const opened = useRouteLoaderData<typeof loader>('public/jobs/job-page');
  if (withoutBar.test(pathname)) return null;
  return (
    <nav
      aria-label={t('Call or ask', 'Llamar o preguntar')}
      className="call-bar on-dark fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t-2 border-lane bg-asphalt font-display font-bold text-chalk md:hidden print:hidden"
    >
      <a
        className="flex min-h-14 items-center justify-center px-2 text-center tabular-nums"
        href={telHref(company.phones.general.number)}
      >
        <span className="sr-only">{t('Call ', 'Llamar al ')}</span>
        {company.phones.general.number}
      </a>
      {opened?.job && !opened.closed && (
        <Link className={action} state={state} to={`/application/${opened.job.id}`}>
          {t('Apply Now', 'Solicitar empleo')}
        </Link>
      )}
      {!/^\/careers\//i.test(pathname) && (
        <Link className={action} prefetch="intent" to="/inquiry">
          {t('Ask for a quote', 'Pedir cotización')}
        </Link>
      )}
    </nav>
  );
}

function isInquiry({ pathname }: { pathname: string }): boolean {
  return /^\/inquiry\/*$/i.test(pageLanguage(pathname).path);
}

/** Loads a new document when entering or leaving /inquiry while reCAPTCHA is on: only that document's policy allows Google. */
function ReloadForRecaptcha() {
  const root = useRouteLoaderData('root') as { recaptcha?: boolean } | undefined;
  // Mounted only when needed: with a blocker the router warns at each native #link.
  return root?.recaptcha ? <ReloadAcrossInquiry /> : null;
}

function ReloadAcrossInquiry() {
  useBlocker(({ currentLocation, nextLocation }) => {
    if (isInquiry(currentLocation) === isInquiry(nextLocation)) return false;
    const { pathname, search, hash } = nextLocation;
    window.location.assign(pathname + search + hash);
    return true;
  });
  return null;
}
