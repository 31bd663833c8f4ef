import { data } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { getResetLink } from '#contract/passwords.ts';
import { t } from '#contract/text/languages.ts';
import { asCallError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { secretHeaders } from '../application-status/secret-page.ts';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/reset-page.ts';
import { ResetForm } from './reset-form.tsx';

/** Without scripts it has no form to post, so that not even our own site needs its address. */
export const headers = () => ({ ...secretHeaders, 'Referrer-Policy': 'no-referrer' });

/** Checks the link before the form is shown. */
export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    await context.get(callContext)(getResetLink, { params: { code: params.code } });
    return data<{ dead: string | null }>({ dead: null });
  } catch (error) {
    const failure = asCallError(error);
    if (!failure) throw error;
    const { status } = failure;
    // Rate limit or outage: the link may still work.
    if (status !== 400 && status !== 404) throw data(null, { status, statusText: failure.message });
    const dead = failure.body.fields?.code ?? failure.body.error;
    return data<{ dead: string | null }>({ dead }, { status: 404 });
  }
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: t('Set a new password', 'Elija una contraseña nueva'),
    description: t(
      `Set a new password for the staff portal of ${company.name}.`,
      `Contraseña nueva para el portal de empleados de ${company.name}.`,
    ),
    // Without the code, which is a secret.
    path: '/reset',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'no-referrer' },
];

export default function ResetPage({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.dead !== null) {
    return (
      <DeadLink above={t('Employee Portal', 'Portal de empleados')} sentence={loaderData.dead} />
    );
  }
  return (
    <main
      className="wrap grid grid-cols-1 gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">{t('Employee Portal', 'Portal de empleados')}</p>
        <h1 className="display mt-3 text-2xl">
          {t('Set a new password', 'Elija una contraseña nueva')}
        </h1>
        <p className="measure mt-4 text-steel">
          {t(
            "This link works once. If you didn't ask for it, leave this page and tell the office.",
            'Este enlace funciona una sola vez. Si no lo pidió, salga de esta página y avise a la oficina.',
          )}
        </p>
      </div>
      <div className="max-w-lg border-t-2 border-ink pt-6">
        <ResetForm code={params.code} />
      </div>
    </main>
  );
}
