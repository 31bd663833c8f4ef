import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteApplication, listApplications } from '#contract/applications.ts';
import { call } from '#web/lib/api.ts';

const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call(listApplications, {}, { signal }),
});

/** Every application, newest first. */
export function useApplications() {
  return useQuery(applicationsQuery);
}

/** Deletes an application with its resume and takes it off the list at once. */
export function useDeleteApplication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteApplication, { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData(applicationsQuery.queryKey, (list) =>
        list?.filter((application) => application.id !== id),
      );
    },
    onError: () => client.invalidateQueries(applicationsQuery),
  });
}
