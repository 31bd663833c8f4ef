import { PageHeader } from '#web/ui/page-header.tsx';
import { SignupForm } from './signup-form.tsx';

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
