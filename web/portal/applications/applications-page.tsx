import { applicationsFilter } from '#contract/filters/applications.ts';
import { general } from '#contract/messages/general.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { saveLoginReturn } from '#web/lib/session/return-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { applicationsQuery } from './applications.data.ts';
import { ApplicationsList } from './applications-list.tsx';
import { StartedApplications } from './started-applications.tsx';

export const clientLoader = firstRequests((client, role) =>
  role === 'admin' ? [client.ensureQueryData(applicationsQuery)] : [],
);

/** The route is public, so the page checks access itself before it calls the API. */
export default function ApplicationsPage() {
  const session = useSession();
  const [filter] = useUrlFilter(applicationsFilter.none);
  if (session.token !== null && session.role === 'admin') {
    return (
      <>
        <PageHeader
          action={<ExportMenu filter={filter} list="applications" size="md" />}
          title="Submitted Applications"
        />
        <StartedApplications />
        <ApplicationsList />
      </>
    );
  }
  const refused = session.state === 'none' ? general.tokenMissing : general.tokenInvalid;
  return (
    <Alert
      action={
        session.token === null && (
          <LinkButton
            onClick={() => saveLoginReturn(location.pathname + location.search)}
            size="sm"
            to="/login"
            variant="secondary"
          >
            Log in
          </LinkButton>
        )
      }
      tone="error"
    >
      <h1>{session.token === null ? refused : general.adminsOnly}</h1>
    </Alert>
  );
}
