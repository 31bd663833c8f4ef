import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteStartedApplication, listStartedApplications } from '#contract/application-drafts.ts';
import { getApplicationFile } from '#contract/application-status.ts';
import { call } from '#web/lib/api/api.ts';

/** The documents that an applicant added, and the driving record. */
export function useApplicationFile(id: number) {
  return useQuery({
    queryKey: ['application-file', id],
    queryFn: ({ signal }) => call(getApplicationFile, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });
}

export const startedQuery = queryOptions({
  queryKey: ['started-applications'],
  queryFn: ({ signal }) => call(listStartedApplications, {}, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** Applications that were begun in two minutes and not finished, newest first. */
export function useStartedApplications() {
  return useQuery(startedQuery);
}

/** The started ones that are perhaps of the person who sent this application. */
export function useStartedOf(id: number) {
  const { data = [] } = useStartedApplications();
  return data.filter(({ other_applications }) => other_applications.some((one) => one.id === id));
}

export function useDeleteStarted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteStartedApplication, { params: { id } }),
    onSettled: () => client.invalidateQueries(startedQuery),
  });
}
