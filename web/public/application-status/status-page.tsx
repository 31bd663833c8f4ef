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
import { t } from '#contract/text/languages.ts';
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
        send: () =>
          call(withdrawApplication, { params }).catch(async (error: unknown) => {
            // Pressed again after the first answer was lost.
            const { stage } = await call(getApplicationStatus, { params });
            if (stage !== 'withdrawn') throw error;
            return { message: messages.withdrawn };
          }),
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
    title: t('Your application', 'Su solicitud'),
    description: t(
      `Where your application at ${company.name} stands.`,
      `Cómo va su solicitud en ${company.name}.`,
    ),
    // Without the code, which is a secret.
    path: '/application/status',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function StatusPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { found, dead } = loaderData;
  if (found === null)
    return <DeadLink above={t('Your application', 'Su solicitud')} sentence={dead} />;
  const isOpen = found.stage !== 'closed' && found.stage !== 'withdrawn';
  return (
    <main className="wrap max-w-2xl pt-8 pb-20 lg:pt-12" id="main">
      {actionData && (
        <Alert className="mb-6" tone={actionData.sent ? 'success' : 'error'}>
          {(actionData.sent ?? actionData.returned).message}
        </Alert>
      )}
      <p className="legend text-steel">
        {found.reference}, {t('sent', 'enviada el')} {longDayAndTime(found.created_at)}
      </p>
      <h1 className="display mt-3 text-2xl">{headingOf(found)}</h1>
      <p className="mt-3 text-lg">
        {found.first_name}, {found.hired === 1 ? hiredSentence() : sentences()[found.stage]}
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
        {t(
          <>
            Questions? Call <PhoneLink className="text-link inline-block font-bold" /> and mention{' '}
            {found.reference}.
          </>,
          <>
            ¿Preguntas? Llame al <PhoneLink className="text-link inline-block font-bold" /> y
            mencione {found.reference}.
          </>,
        )}
      </p>
    </main>
  );
}

type Stage = ApplicationStatus['stage'];

const steps: readonly Stage[] = ['received', 'in_review', 'interview', 'offer'];

const sentences = (): Readonly<Record<Stage, string>> => ({
  received: t(
    'we have your application. A recruiter will call you within one business day.',
    'tenemos su solicitud. Un reclutador le llamará en un día hábil.',
  ),
  in_review: t(
    'a recruiter is reading your application.',
    'un reclutador está leyendo su solicitud.',
  ),
  interview: t(
    'we want to talk with you. A recruiter will call to agree on a time.',
    'queremos hablar con usted. Un reclutador le llamará para acordar la hora.',
  ),
  offer: t(
    'we want you on the team. A recruiter will call you about the offer.',
    'queremos que forme parte del equipo. Un reclutador le llamará para hablar de la oferta.',
  ),
  closed: t(
    'this application is closed. Thank you for applying.',
    'esta solicitud está cerrada. Gracias por enviarla.',
  ),
  withdrawn: t(
    'you withdrew this application. You can apply again at any time.',
    'usted retiró esta solicitud. Puede enviar otra cuando quiera.',
  ),
});

const headings = (): Readonly<Record<Stage, string>> => ({
  received: t('Received', 'Recibida'),
  in_review: t('In review', 'En revisión'),
  interview: t('Interview', 'Entrevista'),
  offer: t('Offer', 'Oferta'),
  closed: t('Closed', 'Cerrada'),
  withdrawn: t('Withdrawn', 'Retirada'),
});

const hiredSentence = () =>
  t(
    'welcome to the team. Our welcome email has the link to your account.',
    'le damos la bienvenida al equipo. El enlace a su cuenta está en nuestro correo de bienvenida.',
  );

function headingOf({ stage, hired, position, position_es }: ApplicationStatus): string {
  const heading = hired === 1 ? t('Hired', 'Contratación') : headings()[stage];
  return [heading, t(position, position_es ?? position)].filter(Boolean).join(': ');
}

function Steps({ stage }: { stage: Stage }) {
  const current = steps.indexOf(stage);
  const labels = headings();
  return (
    <ol className="mt-8 flex gap-1.5">
      {steps.map((name, index) => (
        <li
          aria-current={index === current ? 'step' : undefined}
          className={`flex-1 border-t-8 py-2 font-display text-sm ${index <= current ? 'border-signal font-bold' : 'border-line text-steel'}`}
          key={name}
        >
          {labels[name]}
          {index < current && <span className="sr-only"> {t('(done)', '(listo)')}</span>}
        </li>
      ))}
    </ol>
  );
}

function Missing({ code, missing }: { code: string; missing: ApplicationStatus['missing'] }) {
  if (missing.length === 0) {
    return (
      <p className="mt-8 border-l-6 border-success pl-3 font-bold">
        {t('We have everything we need.', 'Tenemos todo lo que necesitamos.')}
      </p>
    );
  }
  return (
    <section className="mt-10">
      <h2 className="display text-lg">
        {t('What you can still send', 'Lo que todavía puede enviar')}
      </h2>
      <p className="mt-1 text-steel">
        {t(
          'None of it is required. It makes the next step faster.',
          'Nada es obligatorio. Así el siguiente paso es más rápido.',
        )}
      </p>
      <ul className="mt-3 list-[square] pl-5 marked">
        {missing.map((item) => (
          <li key={item}>{messages.missing[item]}</li>
        ))}
      </ul>
      {missing.some((item) => !/^(resume|cdl_)/.test(item)) && (
        <LinkButton className="mt-4" to={`/application/status/${code}/history`} variant="secondary">
          {t('Fill in your driving record', 'Llenar su historial de manejo')}
        </LinkButton>
      )}
    </section>
  );
}
