import {
  type ApplicationStatus,
  correctApplication,
  correction,
  getApplicationStatus,
  withdrawApplication,
} from '#contract/application-status.ts';
import { company } from '#contract/company/profile.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { handlePost } from '../form/posted-form.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/status-page.ts';
import { AddDocument } from './add-document.tsx';
import { CorrectForm, WithdrawForm } from './change-forms.tsx';
import { behindLink, secretHeaders } from './secret-page.ts';

export const headers = () => secretHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { code } = params;
  return behindLink(context.get(callContext)(getApplicationStatus, { params: { code } }));
}

/** Both forms are posted as documents, with scripts too: they work the same without. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const call = context.get(callContext);
  const isWithdrawal = (await request.clone().formData()).get('intent') === 'withdraw';
  return isWithdrawal
    ? handlePost(request, {
        schema: { shape: {} },
        submitFailed: messages.withdrawFailed,
        send: () => call(withdrawApplication, { params }),
      })
    : handlePost(request, {
        schema: correction,
        submitFailed: messages.correctFailed,
        // The endpoint validates the body, whose type can't be known before.
        send: (values) => call(correctApplication, { params, body: values as never }),
      });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: 'Your application',
    description: `Where your application at ${company.name} stands.`,
    // Without the code, which is a secret.
    path: '/application/status',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function StatusPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { found, dead } = loaderData;
  if (found === null) return <DeadLink above="Your application" sentence={dead} />;
  const isOpen = found.stage !== 'closed' && found.stage !== 'withdrawn';
  return (
    <main className="wrap max-w-2xl pt-8 pb-20 lg:pt-12" id="main">
      {actionData && (
        <Alert className="mb-6" tone={actionData.sent ? 'success' : 'error'}>
          {(actionData.sent ?? actionData.returned).message}
        </Alert>
      )}
      <p className="legend text-steel">
        {found.reference}, sent {longDayAndTime(found.created_at)}
      </p>
      <h1 className="display mt-3 text-2xl">{headingOf(found)}</h1>
      <p className="mt-3 text-lg">
        {found.first_name}, {sentences[found.stage]}
      </p>
      {isOpen && <Steps stage={found.stage} />}
      {isOpen && (
        <>
          <Missing code={params.code} missing={found.missing} />
          <AddDocument code={params.code} />
          <CorrectForm missing={found.missing} returned={actionData?.returned ?? null} />
          <WithdrawForm />
        </>
      )}
      <p className="mt-8 border-t-2 border-ink pt-6">
        Questions? Call <PhoneLink className="text-link inline-block font-bold" /> and mention{' '}
        {found.reference}.
      </p>
    </main>
  );
}

const steps = [
  ['received', 'Received'],
  ['in_review', 'In review'],
  ['interview', 'Interview'],
  ['offer', 'Offer'],
] as const;

const sentences: Readonly<Record<ApplicationStatus['stage'], string>> = {
  received: 'we have your application. A recruiter will call you within one business day.',
  in_review: 'a recruiter is reading your application.',
  interview: 'we want to talk with you. A recruiter will call to agree on a time.',
  offer: 'we want you on the team. A recruiter will call you about the offer.',
  closed: 'this application is closed. Thank you for applying.',
  withdrawn: 'you withdrew this application. You can apply again at any time.',
};

const headings: Readonly<Record<ApplicationStatus['stage'], string>> = {
  ...(Object.fromEntries(steps) as Record<(typeof steps)[number][0], string>),
  closed: 'Closed',
  withdrawn: 'Withdrawn',
};

function headingOf({ stage, position }: ApplicationStatus): string {
  return [headings[stage], position].filter(Boolean).join(': ');
}

function Steps({ stage }: { stage: ApplicationStatus['stage'] }) {
  const current = steps.findIndex(([name]) => name === stage);
  return (
    <ol className="mt-8 flex gap-1.5">
      {steps.map(([name, label], index) => (
        <li
          aria-current={index === current ? 'step' : undefined}
          className={`flex-1 border-t-8 py-2 font-display text-sm ${index <= current ? 'border-signal font-bold' : 'border-line text-steel'}`}
          key={name}
        >
          {label}
          {index < current && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}

function Missing({ code, missing }: { code: string; missing: ApplicationStatus['missing'] }) {
  if (missing.length === 0) {
    return (
      <p className="mt-8 border-l-6 border-success pl-3 font-bold">We have everything we need.</p>
    );
  }
  return (
    <section className="mt-10">
      <h2 className="display text-lg">What you can still send</h2>
      <p className="mt-1 text-steel">None of it is required. It makes the next step faster.</p>
      <ul className="mt-3 list-[square] pl-5 marked">
        {missing.map((item) => (
          <li key={item}>{messages.missing[item]}</li>
        ))}
      </ul>
      {missing.some((item) => !/^(resume|cdl_)/.test(item)) && (
        <LinkButton className="mt-4" to={`/application/status/${code}/history`} variant="secondary">
          Fill in your driving record
        </LinkButton>
      )}
    </section>
  );
}
