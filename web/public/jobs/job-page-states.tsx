import { isRouteErrorResponse, useNavigation } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { jobs } from '#contract/messages/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { LinkButton } from '#web/ui/button.tsx';

interface JobErrorProps {
  error: unknown;
  title: string;
  /** Shown for any status other than 404. */
  unreachable: string;
}

/** The error page of a job and of the job list. */
export function JobError({ error, title, unreachable }: JobErrorProps) {
  const isRemoved = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="wrap pt-12 pb-24 lg:pt-20" id="main">
      <title>{`${title} | ${company.name}`}</title>
      <div role="alert">
        <h1 className="display text-2xl">{title}</h1>
      </div>
      <p className="measure mt-5 text-lg">{isRemoved ? jobs.gone : unreachable}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <LinkButton reloadDocument={!isRemoved} to="/careers">
          {t('See open jobs', 'Ver vacantes')}
        </LinkButton>
        {!isRemoved && (
          <LinkButton reloadDocument to="." variant="secondary">
            {t('Try again', 'Intentar de nuevo')}
          </LinkButton>
        )}
      </div>
    </main>
  );
}

/** Shows that a navigation is loading. */
export function LoadingStrip() {
  const loading = useNavigation().state === 'loading';
  return (
    <div
      className={loading ? 'fixed inset-x-0 top-0 z-40 bg-lane py-1 text-asphalt' : 'sr-only'}
      role="status"
    >
      <p className="wrap font-display text-sm font-bold">{loading && jobs.loading}</p>
    </div>
  );
}
