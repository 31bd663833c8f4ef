import { isRouteErrorResponse } from 'react-router';
import { company, telHref } from '#contract/company/profile.ts';

/** The error page of every route. */
export function ErrorScreen({ error, inPortal }: { error: unknown; inPortal?: boolean }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="flex min-h-dvh flex-col justify-center border-b-8 border-signal bg-paper">
      <title>{`${reason(error)} | ${company.name}`}</title>
      <div className="wrap py-16">
        <p className="legend text-steel">{company.name}</p>
        <h1 className="display mt-6 text-3xl">Unexpected Application Error!</h1>
        <h2 className="display mt-6 text-xl text-rust">{reason(error)}</h2>
        <p className="measure mt-6">
          {missing
            ? 'Page not found. It may have moved, or the link may be incomplete.'
            : "Couldn't load this page. Try again in a moment, or call us."}
        </p>
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
          {inPortal && (
            <li>
              <a className="text-link inline-flex min-h-11 items-center" href="/portal">
                Go to the portal
              </a>
            </li>
          )}
          <li>
            <a className="text-link inline-flex min-h-11 items-center" href="/">
              Go to the home page
            </a>
          </li>
          <li>
            <a
              className="text-link inline-flex min-h-11 items-center"
              href={telHref(company.phones.general.number)}
            >
              Call {company.phones.general.number}
            </a>
          </li>
        </ul>
      </div>
    </main>
  );
}

function reason(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : 'Unknown error';
}
