import { lazy, Suspense, useState } from 'react';
import { data, Link } from 'react-router';
import { privacyVersion } from '#contract/company/privacy-versions.ts';
import { company } from '#contract/company/profile.ts';
import { getJob } from '#contract/jobs.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { asCallError, toRouteError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { type Confirmation, useConfirmation } from '#web/lib/session/confirmations.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useReturnAddress } from '../jobs/return-search.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import type { Route } from './+types/application-page.ts';
import { ApplicationForm } from './application-form.tsx';

/** The form loads it before it sends; most visitors don't need it. */
const ApplicationSent = lazy(() =>
  import('../confirmation/application-sent.tsx').then((loaded) => ({
    default: loaded.ApplicationSent,
  })),
);

interface ApplicationFor {
  jobId: string | null;
  /** Null without a job, and when it can't be loaded: the form works without it. */
  job: { position: string; location: string } | null;
  isUnlisted: boolean;
  privacyVersion: string;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const jobId = params.id ?? null;
  const page = { jobId, job: null, isUnlisted: false, privacyVersion };
  if (jobId === null) return data<ApplicationFor>(page);
  try {
    const found = await context.get(callContext)(getJob, { params: { id: jobId } });
    const { position, location, closedOn } = inOwnLanguage(found);
    if (closedOn !== null)
      return data<ApplicationFor>({ ...page, isUnlisted: true }, { status: 410 });
    return data<ApplicationFor>({ ...page, job: { position, location } });
  } catch (error) {
    const failure = asCallError(error);
    // The form works without a job, but not with a malformed id.
    if (!failure || failure.status === 400) throw toRouteError(error);
    const isUnlisted = failure.status === 404;
    const status = failure.body.code === 'job_deleted' ? 410 : failure.status;
    return data<ApplicationFor>({ ...page, isUnlisted }, { status: isUnlisted ? status : 200 });
  }
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { job, jobId, isUnlisted } = loaderData ?? { job: null, jobId: null, isUnlisted: false };
  return pageMeta({
    title: job
      ? `${t('Apply', 'Solicitud')}: ${job.position}, ${job.location}`
      : t('Apply for a job', 'Solicitud de empleo'),
    description: t(
      `Apply ${job ? `for ${job.position} in ${job.location}` : 'for a job'} at ${company.name}: one page, with or without a resume, kept on your device until you send it.`,
      `Solicitud de empleo en ${company.name}${job ? `: ${job.position} en ${job.location}` : ''}. Una página, con o sin currículum, guardada en su dispositivo hasta que la envíe.`,
    ),
    path: jobId && !isUnlisted ? `/application/${jobId}` : '/application',
    publicUrl: publicUrlOf(matches),
    noIndex: isUnlisted,
    picture: job && jobId ? jobId : 'application',
  });
};

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { job, jobId, isUnlisted } = loaderData;
  const [justSent, setJustSent] = useState<Confirmation | null>(null);
  const isSent = useConfirmation('application') !== null || justSent !== null;
  return (
    <main className="wrap pt-8 pb-16 lg:pt-12" id="main">
      <noscript>
        <p className="mb-6 border-l-4 border-danger bg-danger-wash px-4 py-3 font-semibold">
          {messages.needsScript} <PhoneLink />, {t('or', 'o')} <QuickLink jobId={job && jobId} />.
        </p>
      </noscript>
      <Link
        className="text-link inline-flex min-h-11 items-center"
        state={useReturnAddress().state}
        to={jobId && !isUnlisted ? `/careers/${jobId}` : '/careers'}
      >
        {t('Return to Job Listing', 'Volver a la lista de empleos')}
      </Link>
      <header className="mt-6 mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-4 lg:grid-cols-[7fr_5fr]">
        <div>
          <p className="legend text-steel">{t('Application', 'Solicitud')}</p>
          <h1 className="display mt-3 text-3xl">
            {job ? job.position : t('Work with us', 'Trabaje con nosotros')}
          </h1>
          {job && <p className="mt-3 text-lg">{job.location}</p>}
        </div>
        <p className="measure">
          {t(
            <>
              One page, about ten minutes. Stuck on something? Call <PhoneLink /> and ask for the
              recruiter.
            </>,
            <>
              Una página, unos diez minutos. ¿Se le complica algo? Llame al <PhoneLink /> y pida
              hablar con el reclutador.
            </>,
          )}{' '}
          <span className="noscript:hidden">
            {t('Or', 'O')} <QuickLink jobId={job && jobId} />.
          </span>
        </p>
      </header>
      {isUnlisted && !justSent && <Alert className="mb-8">{messages.jobGone}</Alert>}
      {isSent && (
        <Suspense fallback={null}>
          <ApplicationSent justSent={justSent} onClose={() => setJustSent(null)} />
        </Suspense>
      )}
      {!justSent && (
        <div className="noscript:hidden">
          <ApplicationForm
            isClosed={isUnlisted}
            jobId={jobId}
            key={jobId}
            onSent={setJustSent}
            privacyVersion={loaderData.privacyVersion}
            subject={
              job
                ? t(
                    `Application for ${job.position}, ${job.location}`,
                    `Solicitud para ${job.position}, ${job.location}`,
                  )
                : t('Application', 'Solicitud')
            }
          />
        </div>
      )}
    </main>
  );
}

/** To the short form, which works without scripts. */
function QuickLink({ jobId }: { jobId: string | null }) {
  return (
    <Link className="text-link" to={`/application/quick${jobId === null ? '' : `/${jobId}`}`}>
      {t('apply in two minutes', 'envíe una solicitud corta en dos minutos')}
    </Link>
  );
}
