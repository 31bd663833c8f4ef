import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/signup-page.ts';
import { SignupForm } from './signup-form.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Create an account');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** Where an admin makes a log-in for somebody else. */
export default function SignupPage() {
  return (
    <>
      <PageHeader
        intro="For someone on the team. Give them the username and the password yourself; nothing is mailed."
        title="CREATE AN ACCOUNT"
      />
      <SignupForm />
    </>
  );
}
