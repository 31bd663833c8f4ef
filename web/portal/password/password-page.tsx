import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/password-page.ts';
import { PasswordForm } from './password-form.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Your password');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** Where anybody signed in changes the own password. */
export default function PasswordPage() {
  return (
    <>
      <PageHeader
        intro="You stay signed in here; your other devices are signed out."
        title="Your password"
      />
      <PasswordForm />
    </>
  );
}
