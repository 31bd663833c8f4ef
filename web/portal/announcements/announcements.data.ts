import { infiniteQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  listAnnouncementReaders,
  listAnnouncements,
  remindAnnouncement,
} from '#contract/announcements.ts';
import { call, callPage } from '#web/lib/api/api.ts';

export const announcementsKey = ['announcements'] as const;

/** Announcements, newest first, in pages. */
export const announcementsQuery = infiniteQueryOptions({
  queryKey: [...announcementsKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    callPage(
      listAnnouncements,
      { query: { limit: '50', ...(pageParam && { before: pageParam }) } },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchOnMount: 'always',
  select: ({ pages }) => pages.flatMap(({ rows }) => rows),
});

/** The people who got an announcement, those who haven't confirmed or read it first. */
export function useReaders(id: number) {
  return useQuery({
    queryKey: [...announcementsKey, 'readers', id],
    queryFn: ({ signal }) => call(listAnnouncementReaders, { params: { id } }, { signal }),
  });
}

export function useRemind() {
  return useMutation({
    mutationFn: (id: number) => call(remindAnnouncement, { params: { id } }),
  });
}
