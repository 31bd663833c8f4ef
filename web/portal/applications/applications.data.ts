import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type Application,
  deleteApplication,
  eraseApplicant,
  getApplicant,
  listApplications,
  openApplication,
} from '#contract/applications.ts';
import { call } from '#web/lib/api/api.ts';
import { badgesQuery, useBadges } from '../shared/live/badges.data.ts';

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call(listApplications, {}, { signal }),
});

/** Every application, newest first; reloaded when the count of new ones changes. */
export function useApplications() {
  const client = useQueryClient();
  const { refetch, ...applications } = useQuery(applicationsQuery);
  const newOnes = useBadges().data?.new_applications;
  const known = useRef(newOnes);
  useEffect(() => {
    // A pending first request may be older than the count, and refetch alone would reuse it.
    if (known.current !== undefined && newOnes !== known.current) {
      void client.cancelQueries(applicationsQuery).then(() => refetch());
    }
    known.current = newOnes;
  }, [newOnes, refetch, client]);
  return { ...applications, refetch };
}

/** Marks an application as opened unless it already is. */
export function useOpenApplication() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(openApplication, { params: { id } }),
    onSuccess: async (_, id) => {
      await client.cancelQueries(applicationsQuery);
      client.setQueryData(applicationsQuery.queryKey, (list) =>
        list?.map((one) => (one.id === id ? { ...one, opened_at: new Date().toISOString() } : one)),
      );
      return client.invalidateQueries(badgesQuery);
    },
  });
  return (application: Application) => {
    if (application.opened_at === null) mutate(application.id);
  };
}

/** Deletes an application with its resume and removes it from the cached list. */
export function useDeleteApplication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteApplication, { params: { id } }),
    onSuccess: async (_, id) => {
      // A pending list request would restore it.
      await client.cancelQueries(applicationsQuery);
      client.setQueryData(applicationsQuery.queryKey, (list) =>
        list?.filter((application) => application.id !== id),
      );
    },
    onError: () => client.invalidateQueries(applicationsQuery),
  });
}

/** The applications of the person who sent this one. */
export function getApplicantOf(id: number) {
  return call(getApplicant, { params: { id } });
}

/** Erases all applications of the person who sent this one, and reloads the list. */
export function useEraseApplicant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(eraseApplicant, { params: { id } }),
    onSettled: () => client.invalidateQueries(applicationsQuery),
  });
}
