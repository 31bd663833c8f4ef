import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type Emoji,
  listReactions,
  listReactors,
  ownReaction,
  type ReactionCounts,
  react,
} from '#contract/spotlight.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { pressOrWait } from '../shared/outbox/outbox-of.ts';
import { countsOf, moved, sameCounts } from './reaction-counts.ts';
import { openly } from './spotlight.data.ts';

export const reactionsKey = ['reactions'];
const countsKey = (postId: number) => [...reactionsKey, postId, 'counts'];
const ownKey = (postId: number) => [...reactionsKey, postId, 'own'];
const namesKey = (postId: number) => [...reactionsKey, postId, 'names'];
/** Counts that arrived while the user's own reaction was being sent. */
const pendingCountsKey = (postId: number) => ['reaction-news', postId];
const reactKey = (postId: number) => ['react', postId];

/** Failures are only logged. */
async function logged<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!signal.aborted) console.error('Reactions could not be read.', error);
    throw error;
  }
}

/** The counts of a post and the user's own reaction (null: none), undefined until known; loaded while `isEnabled`. */
export function useReactions(postId: number, isEnabled: boolean) {
  const params = { id: postId };
  const counts = useQuery({
    queryKey: countsKey(postId),
    queryFn: async ({ signal }) => {
      const asked = openly(listReactions, (endpoint) => call(endpoint, { params }, { signal }));
      return countsOf(await logged(asked, signal));
    },
    enabled: isEnabled,
  });
  const own = useQuery({
    queryKey: ownKey(postId),
    queryFn: async ({ signal }) =>
      (await logged(call(ownReaction, { params }, { signal }), signal)).emoji,
    enabled: isEnabled,
  });
  return { counts: counts.data, own: own.data };
}

/** The reactors with their reactions, latest first; reloaded each time the list opens. */
export function useReactors(postId: number) {
  return useQuery({
    queryKey: namesKey(postId),
    queryFn: ({ signal }) =>
      logged(call(listReactors, { params: { id: postId } }, { signal }), signal),
    staleTime: 0,
  });
}

/** Shows the counts of a live update. */
export function putCounts(client: QueryClient, postId: number, counts: ReactionCounts): void {
  const queryKey = countsKey(postId);
  void client.invalidateQueries({ queryKey: namesKey(postId) });
  if (client.isMutating({ mutationKey: reactKey(postId) }) > 0) {
    client.setQueryData(pendingCountsKey(postId), counts);
  } else if (client.isFetching({ queryKey }) > 0) {
    // The pending answer may predate this update.
    void client.invalidateQueries({ queryKey });
  } else {
    client.setQueryData(queryKey, counts);
  }
}

/**
 * Sets the user's reaction, null removes it: shown immediately, sent in the order of the presses, corrected
 * by the response. Failures are only logged; `onGone` runs when the post was deleted.
 */
export function useReact(postId: number, onGone: () => void) {
  const client = useQueryClient();
  const stored = useRef<{ own?: Emoji | null; counts?: ReactionCounts }>({});
  // setQueryData ignores undefined, so unknown values stay unknown.
  const show = (own: Emoji | null | undefined, counts: ReactionCounts | undefined) => {
    client.setQueryData(ownKey(postId), own);
    client.setQueryData(countsKey(postId), counts);
  };
  // While another press is queued, the screen shows that one.
  const isLast = () => client.isMutating({ mutationKey: reactKey(postId) }) === 1;
  return useMutation({
    mutationKey: reactKey(postId),
    scope: { id: `react-${postId}` },
    mutationFn: (emoji: Emoji | null) =>
      pressOrWait(client, react, { params: { id: postId }, body: { emoji } }),
    onMutate: async (emoji) => {
      const isFirst = isLast();
      await client.cancelQueries({ queryKey: [...reactionsKey, postId] });
      const own = client.getQueryData<Emoji | null>(ownKey(postId));
      const counts = client.getQueryData<ReactionCounts>(countsKey(postId));
      if (isFirst) stored.current = { own, counts };
      const isKnown = own !== undefined && counts !== undefined;
      show(emoji, isKnown ? moved(counts, own, emoji) : undefined);
    },
    onSuccess: (reply, emoji) => {
      if (reply === null) return;
      const counts = countsOf(reply.reactions);
      stored.current = { own: emoji, counts };
      if (!isLast()) return;
      show(emoji, counts);
      const update = client.getQueryData<ReactionCounts>(pendingCountsKey(postId));
      if (update && !sameCounts(update, counts)) {
        void client.invalidateQueries({ queryKey: countsKey(postId) });
      }
      void client.invalidateQueries({ queryKey: namesKey(postId) });
    },
    onError: (error) => {
      console.error('A reaction was not taken.', error);
      if (error instanceof CallError && error.status === 404) return onGone();
      if (!isLast()) return;
      show(stored.current.own, stored.current.counts);
      void client.invalidateQueries({ queryKey: [...reactionsKey, postId] });
    },
    onSettled: () => {
      if (isLast()) client.removeQueries({ queryKey: pendingCountsKey(postId) });
    },
  });
}
