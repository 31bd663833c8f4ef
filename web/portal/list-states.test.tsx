import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { directory } from '#contract/company/directory.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import { announcementsQuery } from './announcements/announcements.data.ts';
import AnnouncementsPage from './announcements/announcements-page.tsx';
import { applicationsQuery } from './applications/applications.data.ts';
import { ApplicationsList } from './applications/applications-list.tsx';
import { claimsQuery } from './claims/claims.data.ts';
import { ClaimsList } from './claims/claims-list.tsx';
import DirectoryPage from './directory/directory-page.tsx';
import { JobList } from './jobs/job-list.tsx';
import { jobsQuery } from './jobs/jobs.data.ts';
import { driverFileKey } from './shared/driver-file/expired-drivers.data.ts';
import StatusPage from './status/status-page.tsx';

/** The empty data of an infinite query. */
const noPages = { pages: [{ rows: [], next: null }], pageParams: [''] };

const announcements = <AnnouncementsPage key="announcements" />;
const applications = <ApplicationsList key="applications" />;

const lists: [QueryKey, ReactElement, texts: string[], emptyData?: unknown][] = [
  [
    jobsQuery.queryKey,
    <JobList key="jobs" />,
    ['Loading...', 'Failed to fetch jobs.', 'No jobs currently available.'],
  ],
  [
    applicationsQuery.queryKey,
    applications,
    [
      'Loading applications...',
      'Failed to fetch applications. Please try again.',
      'No applications found.',
    ],
  ],
  [
    announcementsQuery.queryKey,
    announcements,
    ['Loading data...', 'Failed to fetch announcements.', 'No announcements yet.'],
    noPages,
  ],
];

function render(list: ReactElement, client: QueryClient): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: list }])} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  return html.replaceAll('&#x27;', "'");
}

test.each(lists)(
  'the list of %j shows its loading, failed and empty texts (A1, A5, G6)',
  (queryKey, list, [loading, failed, empty], emptyData = []) => {
    const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    expect(render(list, client)).toContain(`>${loading}<`);
    const query = client.getQueryCache().build(client, { queryKey });
    query.setState({ status: 'error', error: new Error('no reason') });
    expect(render(list, client)).toContain(`>${failed}<`);
    query.setState({ error: new CallError(503, { error: 'The list is being counted.' }) });
    expect(render(list, client)).toContain('>The list is being counted.<');
    client.setQueryData(queryKey, emptyData);
    expect(render(list, client)).toContain(`>${empty}<`);
  },
);

test('the system status is fine only when every part is set up', () => {
  const client = new QueryClient();
  const shown = (is_set_up: boolean, ...problems: string[]) => {
    const parts = [{ name: 'mail', problems, note: '', is_set_up }];
    const numbers = { connections: 0, waiting_mail: 0, unsent_mail: 0 };
    const status = { parts, tasks: [], browser_errors: [], ...numbers, started_at: '2026-11-29' };
    client.setQueryData(['status'], [status]);
    // It has the build of the pages.
    vi.stubGlobal('window', {});
    const html = render(<StatusPage />, client);
    vi.unstubAllGlobals();
    return /(Everything|What is set up) works[^<]*/.exec(html)?.[0];
  };
  expect(shown(true)).toBe('Everything works.');
  expect(shown(false)).toBe('What is set up works. Not set up: Mail.');
  expect(shown(true, 'No response.')).toBeUndefined();
});

const [member] = directory.sections.flatMap(({ members }) => members);
const driver = { employee_id: 7, employee_name: 'Rosa Núñez', driver_name: 'Rosa Núñez' };
const damage = { ...driver, damage_id: 3, damage_date: '2026-08-15', damage_amount: 10 };

test.each<[name: string, list: ReactElement, queryKey: QueryKey, rows: object[]]>([
  ['directory', <DirectoryPage key="directory" />, [], []],
  [
    'claims',
    <ClaimsList isAdmin key="claims" />,
    claimsQuery.queryKey,
    [{ ...damage, status: 'reported', damage_code: '' }],
  ],
])('an expired driver is marked in the list of %s', (_, list, queryKey, rows) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, rows);
  expect(render(list, client)).not.toContain('Expired: CDL');
  client.setQueryData(
    [...driverFileKey, 'expired'],
    [{ employee_id: 7, email: member?.email.toLowerCase(), kinds: ['cdl'] }],
  );
  expect(render(list, client)).toContain('title="Expired: CDL"');
});
