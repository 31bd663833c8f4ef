import { data, Link } from 'react-router';
import { genders, races, resumeMaxBytes } from '#contract/applications.ts';
import { getJob } from '#contract/careers.ts';
import { company, telHref } from '#contract/company.ts';
import { publicForms as say } from '#contract/messages/public-forms.ts';
import { callFailure } from '#web/lib/call-failure.ts';
import { late } from '#web/lib/late.ts';
import { LateForm } from '#web/lib/late-form.tsx';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useReturnAddress } from '../careers/return-search.ts';
import type { Route } from './+types/application-page.ts';
import type { ApplicationChoices } from './closing-sections.tsx';

const form = late(() => import('./application-form.tsx'));

interface ApplicationFor {
  jobId: string | null;
  /** Null without a job, and where it cannot be read now: the form is there all the same. */
  job: { position: string; location: string } | null;
  gone: boolean;
  choices: ApplicationChoices;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const jobId = params.id ?? null;
  const choices = { genders, races, resumeMegabytes: resumeMaxBytes / 1024 / 1024 };
  if (jobId === null) return data<ApplicationFor>({ jobId, job: null, gone: false, choices });
  try {
    const { position, location } = await context.get(callContext)(getJob, {
      params: { id: jobId },
    });
    return data<ApplicationFor>({ jobId, job: { position, location }, gone: false, choices });
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    if (failure.status === 400) throw data(null, { status: 404, statusText: 'Not Found' });
    const gone = failure.status === 404;
    return data<ApplicationFor>({ jobId, job: null, gone, choices }, { status: gone ? 404 : 200 });
  }
}

/** On a change of page the form comes along; where it does not, the page itself says so. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [loaded] = await Promise.all([serverLoader(), form.begin().catch(() => {})]);
  return loaded;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { job, jobId, gone } = loaderData ?? { job: null, jobId: null, gone: false };
  return pageMeta({
    title: job ? `Apply: ${job.position}, ${job.location}` : 'Apply for a job',
    description: `Apply ${job ? `for ${job.position} in ${job.location}` : 'for a job'} at ${company.name}: one page, with or without a resume, kept on your device until you send it.`,
    path: jobId && !gone ? `/application/${jobId}` : '/application',
    publicUrl: publicUrlOf(matches),
    noIndex: gone,
  });
};

export default function ApplicationPage({ loaderData }: Route.ComponentProps) {
  const { job, jobId, gone } = loaderData;
  return (
    <main className="wrap pt-8 pb-16 lg:pt-12" id="main">
      <Link
        className="text-link inline-flex min-h-11 items-center"
        state={useReturnAddress().state}
        to={jobId && !gone ? `/careers/${jobId}` : '/careers'}
      >
        Return to Job Listing
      </Link>
      <header className="mt-6 mb-10 grid items-end gap-x-16 gap-y-4 lg:grid-cols-[7fr_5fr]">
        <div>
          <p className="legend text-steel">Application</p>
          <h1 className="display mt-3 text-3xl">{job ? job.position : 'Work with us'}</h1>
          {job && <p className="mt-3 text-lg">{job.location}</p>}
        </div>
        <p className="measure">
          One page, about ten minutes. Stuck on something? Call{' '}
          <a className="text-link" href={telHref(company.phones.general.number)}>
            {company.phones.general.number}
          </a>{' '}
          and ask for the recruiter.
        </p>
      </header>
      {gone && <Notice className="mb-8">{say.jobGone}</Notice>}
      <LateForm begin={form.begin} key={jobId} name={`application.${jobId ?? 'open'}`}>
        <form.Late choices={loaderData.choices} jobId={jobId} />
      </LateForm>
    </main>
  );
}
