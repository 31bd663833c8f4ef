import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteTestimonial,
  inviteClient,
  listTestimonials,
  type Testimonial,
  testimonialsEvent,
  updateTestimonial,
  type writeTestimonial,
} from '#contract/testimonials.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { badgesQuery } from '../live/badges.data.ts';
import { useLiveUpdates } from '../live/live-updates.ts';
import type { SaveTarget } from '../records/use-record-form.ts';
import { useKeyedSend } from '../records/use-send-once.ts';

export const testimonialsQuery = queryOptions({
  queryKey: ['testimonials'],
  queryFn: ({ signal }) => call(listTestimonials, {}, { signal }),
});

/** Every testimonial and open link, newest first, updated live. */
export function useTestimonials() {
  const client = useQueryClient();
  useLiveUpdates({ [testimonialsEvent]: () => client.invalidateQueries(testimonialsQuery) });
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

export function saveTestimonial(
  body: BodyOf<typeof writeTestimonial>,
  { record }: SaveTarget<Testimonial>,
): Promise<{ message: string }> {
  if (record === null) throw new Error('only clients write testimonials');
  const change = { ...body, version: record.version };
  return call(updateTestimonial, { params: { id: record.id }, body: change });
}

/** Changes a testimonial's status; 409 with the current record when the version is stale. */
export function useUpdateTestimonial() {
  return useMutation({
    mutationFn: ({ id, body }: Change) => call(updateTestimonial, { params: { id }, body }),
    onSettled: useAskAgain(),
  });
}

/** Revokes an unused link or deletes a testimonial. */
export function useDeleteTestimonial() {
  return useMutation({
    mutationFn: (id: number) => call(deleteTestimonial, { params: { id } }),
    onSettled: useAskAgain(),
  });
}

/** Creates a link for the sender of a won inquiry and mails it. */
export function useInviteClient() {
  return useMutation({
    mutationFn: useKeyedSend((inquiryId, idempotencyKey) =>
      call(inviteClient, { params: { id: inquiryId } }, { idempotencyKey }),
    ),
    onSettled: useAskAgain(),
  });
}
