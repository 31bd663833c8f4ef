import { PageHeader } from '#web/ui/page-header.tsx';
import { PasswordForm } from './password-form.tsx';

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
