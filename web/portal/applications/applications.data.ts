import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteApplication, listApplications } from '#contract/applications.ts';
import { linkSeconds, presignSettlement } from '#contract/files.ts';
import { call } from '#web/lib/api.ts';

/** Milliseconds that a signed link is trusted, a little less than it works. */
const linkLife = (linkSeconds - 20) * 1000;

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

/** The link to a resume; `fresh` signs again when the one at hand has run out. */
export function useResumeLink(path: string) {
  const query = useQuery({
    queryKey: ['resume-link', path],
    queryFn: async ({ signal }) => {
      try {
        const { url } = await call(presignSettlement, { query: { path } }, { signal });
        return { url, until: Date.now() + linkLife };
      } catch (error) {
        // SPEC.md: a failed link is only logged.
        if (!signal.aborted) console.error('The resume link could not be made.', error);
        throw error;
      }
    },
    staleTime: linkLife,
    gcTime: linkLife,
    refetchOnWindowFocus: false,
  });
  const refetch = query.refetch;
  return {
    link: query.data ?? null,
    fresh: async () => (await refetch()).data?.url ?? null,
  };
}
