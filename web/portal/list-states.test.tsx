import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { CallError } from '#contract/endpoint.ts';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import { applicationsQuery } from './applications/applications.data.ts';
import { ApplicationsList } from './applications/applications-list.tsx';
import { driverFilesQuery } from './driver-file/driver-file.data.ts';
import DriverFilePage from './driver-file/driver-file-page.tsx';
import { inquiriesQuery } from './inquiries/inquiries.data.ts';
import InquiriesPage from './inquiries/inquiries-page.tsx';
import { JobList } from './jobs/job-list.tsx';
import { jobsQuery } from './jobs/jobs.data.ts';

interface ListTexts {
  loading: string;
  failed: string;
  empty: string;
}

const lists: [name: string, list: ReactElement, queryKey: QueryKey, texts: ListTexts][] = [
  [
    'jobs',
    <JobList key="jobs" />,
    jobsQuery.queryKey,
    {
      loading: 'Loading...',
      failed: 'Failed to fetch jobs.',
      empty: 'No jobs currently available.',
    },
  ],
  [
    'applications',
    <ApplicationsList key="applications" />,
    applicationsQuery.queryKey,
    {
      loading: 'Loading applications...',
      failed: 'Failed to fetch applications. Please try again.',
      empty: 'No applications found.',
    },
  ],
  [
    'inquiries',
    <InquiriesPage key="inquiries" />,
    inquiriesQuery.queryKey,
    {
      loading: 'Loading data...',
      failed: 'Failed to fetch inquiries.',
      empty: 'No inquiries yet.',
    },
  ],
  [
    'driver files',
    <DriverFilePage key="driver-file" />,
    driverFilesQuery.queryKey,
    {
      loading: 'Loading...',
      failed: 'Failed to fetch driver files.',
      empty: 'Your account has no employee record yet. Ask the office to add one.',
    },
  ],
];

function render(list: ReactElement, client: QueryClient): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: list }])} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
}

test.each(lists)(
  'the list of %s shows its loading, failed and empty texts (A1, A5, G6)',
  (_, list, queryKey, { loading, failed, empty }) => {
    const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    expect(render(list, client)).toContain(`>${loading}<`);
    const query = client.getQueryCache().build(client, { queryKey });
    query.setState({ status: 'error', error: new Error('no reason') });
    expect(render(list, client)).toContain(`>${failed}<`);
    query.setState({ error: new CallError(503, { error: 'The list is being counted.' }) });
    expect(render(list, client)).toContain('>The list is being counted.<');
    client.setQueryData(queryKey, []);
    expect(render(list, client)).toContain(`>${empty}<`);
  },
);
