import { company } from '#contract/company.ts';
import { general } from '#contract/messages/general.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The portal before its script runs: the frame, and nothing that anybody could read out of it. */
export function PortalSkeleton() {
  return (
    // The chosen theme is not known before the script runs, the system's is.
    <div className="min-h-dvh dark:bg-asphalt dark:text-chalk dark:[--color-steel:#b4bfc8] dark:[--color-well:#262e38]">
      <header className="flex min-h-14 items-center border-b-4 border-signal bg-asphalt px-4 text-chalk">
        <span className="display px-2 text-base">{company.shortName}</span>
      </header>
      <main className="max-w-5xl p-6">
        <Skeleton label={general.loading} labelVisible lines={6} />
        <noscript>
          <p className="mt-6">
            The portal needs JavaScript. Please turn it on and load this page again.
          </p>
        </noscript>
      </main>
    </div>
  );
}
