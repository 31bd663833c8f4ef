import { isRouteErrorResponse } from 'react-router';
import { company, telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';

/** The error page of every route. */
export function ErrorScreen({ error, inPortal }: { error: unknown; inPortal?: boolean }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="flex min-h-dvh flex-col justify-center border-b-8 border-signal bg-paper">
      <title>{`${reason(error)} | ${company.name}`}</title>
      <div className="wrap py-16">
        <p className="legend text-steel">{company.name}</p>
        <h1 className="display mt-6 text-3xl">
          {t('Unexpected Application Error!', '¡Error inesperado de la aplicación!')}
        </h1>
        <h2 className="display mt-6 text-xl text-rust">{reason(error)}</h2>
        <p className="measure mt-6">
          {missing
            ? t(
                'Page not found. It may have moved, or the link may be incomplete.',
                'No encontramos esta página. Puede que haya cambiado de lugar o que el enlace esté incompleto.',
              )
            : t(
                "Couldn't load this page. Try again in a moment, or call us.",
                'No se pudo cargar esta página. Inténtelo de nuevo en un momento o llámenos.',
              )}
        </p>
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
          {inPortal && (
            <li>
              <a className="text-link inline-flex min-h-11 items-center" href={ownPath('/portal')}>
                {t('Go to the portal', 'Ir al portal')}
              </a>
            </li>
          )}
          <li>
            <a className="text-link inline-flex min-h-11 items-center" href={ownPath('/')}>
              {t('Go to the home page', 'Ir al inicio')}
            </a>
          </li>
          <li>
            <a
              className="text-link inline-flex min-h-11 items-center"
              href={telHref(company.phones.general.number)}
            >
              {t('Call', 'Llame al')} {company.phones.general.number}
            </a>
          </li>
        </ul>
      </div>
    </main>
  );
}

/** Not the texts of the router and of browsers in Spanish: they are English. */
function reason(error: unknown): string {
  if (!isRouteErrorResponse(error)) {
    const english = error instanceof Error ? error.message : 'Unknown error';
    return t(english, 'Error desconocido');
  }
  const { status, statusText } = error;
  const isOfRouter = 'internal' in error && error.internal;
  const spanish = status === 404 ? 'No encontrada' : isOfRouter ? '' : statusText;
  return `${status} ${t(statusText, spanish)}`.trim();
}
