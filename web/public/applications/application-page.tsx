import { useState } from 'react';
import { data, Link } from 'react-router';
import { genders, races, resumeMaxBytes } from '#contract/applications.ts';
import { privacyVersion } from '#contract/company/privacy-versions.ts';
import { company } from '#contract/company/profile.ts';
import { getJob } from '#contract/jobs.ts';
import { applications } from '#contract/messages/applications.ts';
import { asCallError, toRouteError } from '#web/lib/call-error.ts';
import type { Confirmation } from '#web/lib/confirmations.ts';
import { HydrateOnInteraction } from '#web/lib/hydrate-on-interaction.tsx';
import { lazyHydrate } from '#web/lib/lazy-hydrate.ts';
import { isOtherPage } from '#web/lib/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LazyConfirmation } from '../confirmation/lazy-confirmation.tsx';
import { useReturnAddress } from '../jobs/return-search.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import type { Route } from './+types/application-page.ts';
import type { ApplicationChoices } from './closing-sections.tsx';

const form = lazyHydrate(() => import('./application-form.tsx'));
const sent = lazyHydrate(() => import('../confirmation/application-sent.tsx'));

/** Loads the form and its confirmation together, so that a sent form needs no further download. */
async function load(): Promise<void> {
  await Promise.all([form.load(), sent.load()]);
}

interface ApplicationFor {
  jobId: string | null;
  /** Null without a job, and when it can't be loaded: the form works without it. */
  job: { position: string; location: string } | null;
  isUnlisted: boolean;
  choices: ApplicationChoices;
  privacyVersion: string;
  /** From the loader, because the form's messages aren't part of the page's script. */
  messages: { needsScript: string; jobGone: string };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const jobId = params.id ?? null;
  const choices = { genders, races, resumeMegabytes: resumeMaxBytes / 1024 / 1024 };
  const { needsScript, jobGone } = applications;
  const page = {
    ...{ jobId, job: null, isUnlisted: false, choices, privacyVersion },
    messages: { needsScript, jobGone },
  };
  if (jobId === null) return data<ApplicationFor>(page);
  try {
    const { position, location } = await context.get(callContext)(getJob, {
      params: { id: jobId },
    });
    return data<ApplicationFor>({ ...page, job: { position, location } });
  } catch (error) {
    const failure = asCallError(error);
    // The form works without a job, but not with a malformed id.
    if (!failure || failure.status === 400) throw toRouteError(error);
    const isUnlisted = failure.status === 404;
    return data<ApplicationFor>({ ...page, isUnlisted }, { status: isUnlisted ? 404 : 200 });
  }
}

/** A client navigation also loads the form. If that fails, the page shows an error. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [loaded] = await Promise.all([serverLoader(), load().catch(() => {})]);
  return loaded;
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { job, jobId, isUnlisted } = loaderData ?? { job: null, jobId: null, isUnlisted: false };
  return pageMeta({
    title: job ? `Apply: ${job.position}, ${job.location}` : 'Apply for a job',
    description: `Apply ${job ? `for ${job.position} in ${job.location}` : 'for a job'} at ${company.name}: one page, with or without a resume, kept on your device until you send it.`,
    path: jobId && !isUnlisted ? `/application/${jobId}` : '/application',
    publicUrl: publicUrlOf(matches),
    noIndex: isUnlisted,
  });
};

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { job, jobId, isUnlisted, messages } = loaderData;
  const [justSent, setJustSent] = useState<Confirmation | null>(null);
  return (
    <main className="wrap pt-8 pb-16 lg:pt-12" id="main">
      <noscript>
        <p className="mb-6 border-l-4 border-danger bg-danger-wash px-4 py-3 font-semibold">
          {messages.needsScript} <PhoneLink />.
        </p>
      </noscript>
      <Link
        className="text-link inline-flex min-h-11 items-center"
        state={useReturnAddress().state}
        to={jobId && !isUnlisted ? `/careers/${jobId}` : '/careers'}
      >
        Return to Job Listing
      </Link>
      <header className="mt-6 mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-4 lg:grid-cols-[7fr_5fr]">
        <div>
          <p className="legend text-steel">Application</p>
          <h1 className="display mt-3 text-3xl">{job ? job.position : 'Work with us'}</h1>
          {job && <p className="mt-3 text-lg">{job.location}</p>}
        </div>
        <p className="measure">
          One page, about ten minutes. Stuck on something? Call <PhoneLink /> and ask for the
          recruiter.
        </p>
      </header>
      {isUnlisted && !justSent && <Alert className="mb-8">{messages.jobGone}</Alert>}
      <LazyConfirmation load={sent.load} form="application" now={justSent !== null}>
        <sent.Component justSent={justSent} onClose={() => setJustSent(null)} />
      </LazyConfirmation>
      {!justSent && (
        <HydrateOnInteraction key={jobId} load={load} name={`application.${jobId ?? 'open'}`}>
          <form.Component
            choices={loaderData.choices}
            jobId={jobId}
            onSent={setJustSent}
            privacyVersion={loaderData.privacyVersion}
            subject={job ? `Application for ${job.position}, ${job.location}` : 'Application'}
          />
        </HydrateOnInteraction>
      )}
    </main>
  );
}
