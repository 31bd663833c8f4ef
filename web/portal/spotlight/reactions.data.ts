import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError } from '#contract/endpoint.ts';
import {
  type Emoji,
  listReactions,
  listReactors,
  ownReaction,
  type ReactionCounts,
  react,
} from '#contract/spotlight.ts';
import { call } from '#web/lib/api.ts';
import { openly } from './first-posts.ts';
import { countsOf, moved, sameCounts } from './reaction-counts.ts';

/** Everything that is known of reactions, by post. */
export const reactionsKey = ['reactions'];
const countsKey = (postId: number) => [...reactionsKey, postId, 'counts'];
const ownKey = (postId: number) => [...reactionsKey, postId, 'own'];
const namesKey = (postId: number) => [...reactionsKey, postId, 'names'];
/** Counts that came while an own press was on its way. */
const newsKey = (postId: number) => ['reaction-news', postId];
const reactKey = (postId: number) => ['react', postId];

/** A failure is logged and nothing more, as SPEC.md has it. */
async function logged<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!signal.aborted) console.error('Reactions could not be read.', error);
    throw error;
  }
}

/** The counts of a post and the caller's own reaction, by SPEC.md's two calls; asked for while `isInSight`. */
export function useReactions(postId: number, isInSight: boolean) {
  const params = { id: postId };
  const counts = useQuery({
    queryKey: countsKey(postId),
    queryFn: async ({ signal }) => {
      const asked = openly(listReactions, (endpoint) => call(endpoint, { params }, { signal }));
      return countsOf(await logged(asked, signal));
    },
    enabled: isInSight,
  });
  const own = useQuery({
    queryKey: ownKey(postId),
    queryFn: async ({ signal }) =>
      (await logged(call(ownReaction, { params }, { signal }), signal)).emoji,
    enabled: isInSight,
  });
  return { counts: counts.data, own: own.data ?? null };
}

/** Who reacted with what, the latest first; asked for each time it is opened. */
export function useReactors(postId: number, isOpen: boolean) {
  return useQuery({
    queryKey: namesKey(postId),
    queryFn: ({ signal }) =>
      logged(call(listReactors, { params: { id: postId } }, { signal }), signal),
    enabled: isOpen,
    staleTime: 0,
  });
}

/** Puts what the server says of a post's counts on the screen. */
export function putCounts(client: QueryClient, postId: number, counts: ReactionCounts): void {
  const queryKey = countsKey(postId);
  void client.invalidateQueries({ queryKey: namesKey(postId) });
  if (client.isMutating({ mutationKey: reactKey(postId) }) > 0) {
    client.setQueryData(newsKey(postId), counts);
  } else if (client.isFetching({ queryKey }) > 0) {
    // The answer that is on its way may not know of this.
    void client.invalidateQueries({ queryKey });
  } else {
    client.setQueryData(queryKey, counts);
  }
}

/**
 * Sets the caller's reaction, null takes it back: on the screen at once, in the order of the presses,
 * and put right by the answer. A failure is only logged; `onGone`: there is no such post any more.
 */
export function useReact(postId: number, onGone: () => void) {
  const client = useQueryClient();
  const stored = useRef<{ own: Emoji | null; counts: ReactionCounts }>({ own: null, counts: [] });
  const show = (own: Emoji | null, counts: ReactionCounts) => {
    client.setQueryData(ownKey(postId), own);
    client.setQueryData(countsKey(postId), counts);
  };
  // While another press waits for its turn the screen shows what that one wants.
  const isLast = () => client.isMutating({ mutationKey: reactKey(postId) }) === 1;
  return useMutation({
    mutationKey: reactKey(postId),
    scope: { id: `react-${postId}` },
    mutationFn: (emoji: Emoji | null) => call(react, { params: { id: postId }, body: { emoji } }),
    onMutate: async (emoji) => {
      const isFirst = isLast();
      await client.cancelQueries({ queryKey: [...reactionsKey, postId] });
      const own = client.getQueryData<Emoji | null>(ownKey(postId)) ?? null;
      const counts = client.getQueryData<ReactionCounts>(countsKey(postId)) ?? [];
      if (isFirst) stored.current = { own, counts };
      show(emoji, moved(counts, own, emoji));
    },
    onSuccess: ({ reactions }, emoji) => {
      const counts = countsOf(reactions);
      stored.current = { own: emoji, counts };
      if (!isLast()) return;
      show(emoji, counts);
      const news = client.getQueryData<ReactionCounts>(newsKey(postId));
      if (news && !sameCounts(news, counts)) {
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
      if (isLast()) client.removeQueries({ queryKey: newsKey(postId) });
    },
  });
}
