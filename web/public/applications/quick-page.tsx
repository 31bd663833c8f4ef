import { useState } from 'react';
import { Link } from 'react-router';
import { startApplication, startInput } from '#contract/application-drafts.ts';
import { company } from '#contract/company/profile.ts';
import { honeypotField } from '#contract/form-choices.ts';
import { getJob } from '#contract/jobs.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { asCallError, toRouteError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FlagField } from '#web/ui/choice-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SentTitle } from '../confirmation/confirmation-card.tsx';
import { handlePost, type ReturnedForm } from '../form/posted-form.ts';
import { PublicForm, TermsLinks } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import type { Route } from './+types/quick-page.ts';

const load = importAgain(() => import('./quick-call.ts'));

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { job: null };
  try {
    const job = await context.get(callContext)(getJob, { params: { id } });
    const { position, location } = inOwnLanguage(job);
    return { job: { id, name: `${position}, ${location}` } };
  } catch (error) {
    const failure = asCallError(error);
    // Whoever got here still wants to work with us.
    if (failure && failure.status !== 400) return { job: null };
    throw toRouteError(error);
  }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return handlePost(request, {
    schema: startInput,
    submitFailed: messages.startFailed,
    // The endpoint validates the body, whose type can't be known before.
    send: (values) =>
      context.get(callContext)(startApplication, {
        body: { ...values, job_id: params.id } as never,
      }),
  });
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: t('Apply in two minutes', 'Solicitud en dos minutos'),
    description: t(
      `Name, phone and email: ${company.name} calls you back.`,
      `Nombre, teléfono y correo electrónico: ${company.name} le llama.`,
    ),
    path: '/application/quick',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  });

export default function QuickPage({ loaderData: { job }, actionData }: Route.ComponentProps) {
  const [sent, setSent] = useState(Boolean(actionData?.sent));
  return (
    <main
      className="wrap grid grid-cols-1 gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">
          {job?.name ?? t('Work with us', 'Trabaje con nosotros')}
        </p>
        <h1 className="display mt-3 text-2xl">
          {t('Apply in two minutes', 'Solicitud en dos minutos')}
        </h1>
        {!sent && (
          <p className="measure mt-5">
            {t(
              'Leave your name and number, and a recruiter calls you. You finish the application later, by a link that we email you.',
              'Deje su nombre y su número, y un reclutador le llama. Termina la solicitud después, con un enlace que le mandamos por correo.',
            )}{' '}
            <Full id={job?.id} />
          </p>
        )}
      </div>
      <div className="max-w-2xl border-t-2 border-ink pt-6">
        {sent ? (
          <section className="border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10">
            <SentTitle isNew>{messages.started}</SentTitle>
            <LinkButton className="mt-8" to="/careers" variant="secondary">
              {t('See all jobs', 'Ver todos los empleos')}
            </LinkButton>
          </section>
        ) : (
          <QuickForm
            jobId={job?.id ?? null}
            onSent={() => setSent(true)}
            returned={actionData?.returned ?? null}
          />
        )}
      </div>
    </main>
  );
}

function Full({ id }: { id: string | undefined }) {
  return (
    <Link className="text-link" to={`/application${id === undefined ? '' : `/${id}`}`}>
      {t('Fill in the whole application now', 'Llenar la solicitud completa ahora')}
    </Link>
  );
}

interface QuickFormProps {
  jobId: string | null;
  returned: ReturnedForm | null;
  onSent: () => void;
}

/** Sent by fetch with scripts, as a form post without. */
function QuickForm({ jobId, returned, onSent }: QuickFormProps) {
  const state = usePublicForm({
    draft: `quick.${jobId ?? 'open'}`,
    initial: {},
    returned,
    load,
    submitFailed: messages.startFailed,
    send: (calls, values, { key }) => calls.send(values, jobId, key),
    onSent,
  });
  return (
    <PublicForm
      action={ownPath(`/application/quick${jobId === null ? '' : `/${jobId}`}`)}
      state={state}
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 [&>.full]:col-span-full">
        <TextField
          autoComplete="given-name"
          label={t('First name', 'Nombre')}
          name="first_name"
          required
        />
        <TextField
          autoComplete="family-name"
          label={t('Last name', 'Apellido')}
          name="last_name"
          required
        />
        <TextField
          autoComplete="tel"
          label={t('Phone', 'Teléfono')}
          name="phone"
          required
          type="tel"
        />
        <TextField
          autoComplete="email"
          label={t('Email', 'Correo electrónico')}
          name="email"
          required
          type="email"
        />
        <FlagField
          className="full"
          label={t("I have a CDL (commercial driver's license)", 'Tengo CDL (licencia comercial)')}
          name="has_cdl_license"
        />
        {/* Only bots fill it in. */}
        <div aria-hidden="true" className="hidden">
          <input autoComplete="off" name={honeypotField} tabIndex={-1} />
        </div>
        <div className="full grid grid-cols-1 gap-5 border-t-2 border-ink pt-6">
          <TermsLinks />
          <Button busy={state.isBusy} className="justify-self-start" size="lg" type="submit">
            {state.isBusy
              ? t('Sending…', 'Enviando…')
              : t('Have a recruiter call me', 'Quiero que me llamen')}
          </Button>
        </div>
      </div>
    </PublicForm>
  );
}
