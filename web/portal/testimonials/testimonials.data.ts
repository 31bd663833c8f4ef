import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  deleteTestimonial,
  inviteClient,
  listTestimonials,
  testimonialsEvent,
  updateTestimonial,
} from '#contract/testimonials.ts';
import { call } from '#web/lib/api.ts';
import { badgesQuery } from '../frame/badges.data.ts';
import { connectionOf } from '../frame/connection.ts';

const testimonialsQuery = queryOptions({
  queryKey: ['testimonials'],
  queryFn: ({ signal }) => call(listTestimonials, {}, { signal }),
});

/** Every testimonial and every link that is out, newest first, in step with the server. */
export function useTestimonials() {
  const client = useQueryClient();
  useEffect(() => {
    const connection = connectionOf(client);
    const ask = () => void client.invalidateQueries(testimonialsQuery);
    const ends = [
      connection.on(testimonialsEvent, ask),
      // After a gap nobody knows what was missed.
      connection.onState((state) => state === 'connected' && ask()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return useQuery(testimonialsQuery);
}

function useAskAgain() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries(badgesQuery);
    return client.invalidateQueries(testimonialsQuery);
  };
}

interface Change {
  id: number;
  body: BodyOf<typeof updateTestimonial>;
}

/** Edits or judges a testimonial; a stale version is refused with the testimonial as it is now. */
export function useReviseTestimonial() {
  return useMutation({
    mutationFn: ({ id, body }: Change) => call(updateTestimonial, { params: { id }, body }),
    onSettled: useAskAgain(),
  });
}

/** Takes an unused link back, or deletes what was written. */
export function useDropTestimonial() {
  return useMutation({
    mutationFn: (id: number) => call(deleteTestimonial, { params: { id } }),
    onSettled: useAskAgain(),
  });
}

/** Makes a link for the sender of a won inquiry and mails it. */
export function useInviteClient() {
  return useMutation({
    mutationFn: (inquiryId: number) => call(inviteClient, { params: { id: inquiryId } }),
    onSettled: useAskAgain(),
  });
}
