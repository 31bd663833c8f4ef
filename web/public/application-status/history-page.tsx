import { useState } from 'react';
import { Link } from 'react-router';
import { getDriverHistory } from '#contract/application-status.ts';
import { company } from '#contract/company/profile.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { t } from '#contract/text/languages.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { DriverHistoryFields } from '../applications/driver-history-fields.tsx';
import { valuesOf } from '../applications/driver-history-values.ts';
import { SentTitle } from '../confirmation/confirmation-card.tsx';
import { PublicForm } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/history-page.ts';
import { behindLink, secretHeaders } from './secret-page.ts';

const load = importAgain(() => import('./history-call.ts'));

export const headers = () => secretHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { code } = params;
  return behindLink(context.get(callContext)(getDriverHistory, { params: { code } }));
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: t('Your driving record', 'Su historial de manejo'),
    description: t(
      `The driving record for your application at ${company.name}.`,
      `El historial de manejo de su solicitud en ${company.name}.`,
    ),
    path: '/application/status',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function HistoryPage({ loaderData, params: { code } }: Route.ComponentProps) {
  const [saved, setSaved] = useState('');
  const { found, dead } = loaderData;
  if (found === null)
    return <DeadLink above={t('Your application', 'Su solicitud')} sentence={dead} />;
  const back = `/application/status/${code}`;
  return (
    <main className="wrap max-w-2xl pt-8 pb-20 lg:pt-12" id="main">
      <Link className="text-link inline-flex min-h-11 items-center" to={back}>
        {t('Return to your application', 'Volver a su solicitud')}
      </Link>
      <h1 className="display mt-4 text-2xl">
        {t('Your driving record', 'Su historial de manejo')}
      </h1>
      {saved ? (
        <section className="mt-8 border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10">
          <SentTitle isNew>{saved}</SentTitle>
          <LinkButton className="mt-8" reloadDocument to={back}>
            {t('Return to your application', 'Volver a su solicitud')}
          </LinkButton>
        </section>
      ) : (
        <>
          <p className="measure mt-4 mb-8">
            {t(
              'Federal rules (49 CFR 391.21) ask for it before we can hire you as a driver. Save what you have and come back later.',
              'Las reglas federales (49 CFR 391.21) lo piden antes de contratar a un chofer. Guarde lo que tenga y vuelva después.',
            )}
          </p>
          <noscript>
            <p className="mb-6 border-l-4 border-danger bg-danger-wash px-4 py-3 font-semibold">
              {t(
                <>
                  This form requires JavaScript. Call us at <PhoneLink /> instead.
                </>,
                <>
                  Este formulario necesita JavaScript. Mejor llámenos al <PhoneLink />.
                </>,
              )}
            </p>
          </noscript>
          <div className="noscript:hidden">
            <HistoryForm
              code={code}
              hasCdl={found.has_cdl_license === 1}
              initial={valuesOf(found.driver_history)}
              onSaved={setSaved}
            />
          </div>
        </>
      )}
    </main>
  );
}

interface HistoryFormProps {
  code: string;
  hasCdl: boolean;
  initial: FormValues;
  onSaved: (message: string) => void;
}

function HistoryForm({ code, hasCdl, initial, onSaved }: HistoryFormProps) {
  const hydrated = useHydrated();
  const state = usePublicForm({
    // The name contains too little of the code to use the link.
    draft: `history.${code.slice(0, 6)}`,
    initial,
    load,
    submitFailed: messages.historyFailed,
    send: (calls, values) => calls.send(code, values),
    onSent: onSaved,
  });
  return (
    <PublicForm state={state}>
      <DriverHistoryFields hasCdl={hasCdl} onRows={state.check.forget} />
      <Button busy={state.isBusy} className="mt-8" disabled={!hydrated} size="lg" type="submit">
        {state.isBusy ? t('Saving…', 'Guardando…') : t('Save', 'Guardar')}
      </Button>
    </PublicForm>
  );
}
