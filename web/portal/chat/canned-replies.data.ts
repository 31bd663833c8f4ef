import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AutomaticReply,
  getAutomaticReply,
  updateAutomaticReply,
} from '#contract/automatic-reply.ts';
import {
  type CannedReply,
  cannedRepliesEvent,
  createCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '#contract/canned-replies.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: ({ signal }) => call(listCannedReplies, {}, { signal }),
});

/** The canned replies by title; they reload when one changes. */
export function useCannedReplies() {
  const client = useQueryClient();
  useLiveUpdates({ [cannedRepliesEvent]: () => client.invalidateQueries(cannedRepliesQuery) });
  return useQuery(cannedRepliesQuery);
}

export function saveCannedReply(
  body: BodyOf<typeof createCannedReply>,
  { record, idempotencyKey }: SaveTarget<CannedReply>,
): Promise<{ message: string }> {
  if (record === null) return call(createCannedReply, { body }, { idempotencyKey });
  const params = { id: record.reply_id };
  return call(updateCannedReply, { params, body: { ...body, version: record.version } });
}

/** Asked anew by each dialog, whose form keeps what it was filled from. */
export const automaticReplyQuery = queryOptions({
  queryKey: ['automatic-reply'],
  gcTime: 0,
  queryFn: ({ signal }) => call(getAutomaticReply, {}, { signal }),
});

export function saveAutomaticReply(
  body: Pick<BodyOf<typeof updateAutomaticReply>, 'is_on' | 'text'>,
  { record }: SaveTarget<AutomaticReply>,
): Promise<{ message: string }> {
  return call(updateAutomaticReply, { body: { ...body, version: record?.version } });
}
