import { isRouteErrorResponse } from 'react-router';
import { company } from '#contract/company.ts';
import { careers } from '#contract/messages/careers.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** A job that cannot be shown: what happened and the ways on. */
export function JobMissing({ error, sentence }: { error: unknown; sentence: string }) {
  const gone = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="wrap pt-12 pb-24 lg:pt-20" id="main">
      <title>{`${sentence} | ${company.name}`}</title>
      <div role="alert">
        <h1 className="display text-2xl">{sentence}</h1>
      </div>
      <p className="measure mt-5 text-lg">
        {gone ? careers.gone : 'The list could not be reached. Try it again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <LinkButton reloadDocument={!gone} to="/careers">
          See open jobs
        </LinkButton>
        {!gone && (
          <LinkButton reloadDocument to="." variant="secondary">
            Try again
          </LinkButton>
        )}
      </div>
    </main>
  );
}
