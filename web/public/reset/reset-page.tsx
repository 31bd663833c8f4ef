import { company } from '#contract/company.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import type { Route } from './+types/reset-page.ts';
import { ResetForm } from './reset-form.tsx';

/** The address is the secret: nobody keeps the page, and no link out of it tells where it was. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: 'Set a new password',
    description: `Set a new password for the staff portal of ${company.name}.`,
    // Without the code.
    path: '/reset',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'no-referrer' },
];

/** Sets a new password by the one-time link that an admin has made. */
export default function ResetPage({ params }: Route.ComponentProps) {
  return (
    <main
      className="wrap grid gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">Employee Portal</p>
        <h1 className="display mt-3 text-2xl">Set a new password</h1>
        <p className="measure mt-4 text-steel">
          The link that brought you here works once. If you did not ask for it, leave this page and
          tell the office.
        </p>
      </div>
      <div className="max-w-lg border-t-2 border-ink pt-6">
        <ResetForm code={params.code} />
      </div>
    </main>
  );
}
