import { company } from '#contract/company.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { Route } from './+types/login-page.ts';
import { LoginForm } from './login-form.tsx';
import { useArrival } from './use-arrival.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Employee log in',
    description: `Log in to the staff portal of ${company.name}.`,
    path: '/login',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  });

/** The staff's way in; sends people who are logged in on to the portal. */
export default function LoginPage() {
  const { ready, notices, returnTo, clearNotices } = useArrival();
  return (
    <main
      id="main"
      className="wrap grid gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
    >
      <div>
        <p className="legend text-steel">Employee Portal</p>
        <h1 className="display mt-3 text-2xl">Log in</h1>
        <p className="measure mt-4 text-steel">
          For the people who work at {company.name}. No account yet, or a forgotten password? Ask
          the office.
        </p>
      </div>
      <div className="max-w-lg border-t-2 border-ink pt-6">
        {notices.map((notice) => (
          <Notice className="mb-5" key={notice.text} tone={notice.tone}>
            {notice.text}
          </Notice>
        ))}
        <LoginForm onSend={clearNotices} ready={ready} returnTo={returnTo} />
      </div>
    </main>
  );
}
