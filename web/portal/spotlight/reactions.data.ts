import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Emoji,
  listReactions,
  listReactors,
  ownReaction,
  type ReactionCounts,
  react,
} from '#contract/spotlight.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { pressOrWait } from '../shared/offline/outbox-of.ts';
import { countsOf, moved } from './reaction-counts.ts';
import { openly } from './spotlight.data.ts';

export const reactionsKey = ['reactions'];
const countsKey = (postId: number) => [...reactionsKey, postId, 'counts'];
const ownKey = (postId: number) => [...reactionsKey, postId, 'own'];
const namesKey = (postId: number) => [...reactionsKey, postId, 'names'];
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
  // The user's own reaction is being sent; then the counts reload.
  if (client.isMutating({ mutationKey: reactKey(postId) }) > 0) return;
  if (client.isFetching({ queryKey }) > 0) {
    // The pending answer may predate this update.
    void client.invalidateQueries({ queryKey });
  } else {
    client.setQueryData(queryKey, counts);
  }
}

/**
 * Sets the user's reaction, null removes it: shown immediately, sent in the order of the presses, then reloaded.
 * Failures are only logged; `onGone` runs when the post was deleted.
 */
export function useReact(postId: number, onGone: () => void) {
  const client = useQueryClient();
  // setQueryData ignores undefined, so unknown values stay unknown.
  const show = (own: Emoji | null | undefined, counts: ReactionCounts | undefined) => {
    client.setQueryData(ownKey(postId), own);
    client.setQueryData(countsKey(postId), counts);
  };
  return useMutation({
    mutationKey: reactKey(postId),
    scope: { id: `react-${postId}` },
    mutationFn: (emoji: Emoji | null) =>
      pressOrWait(client, react, { params: { id: postId }, body: { emoji } }),
    onMutate: async (emoji) => {
      await client.cancelQueries({ queryKey: [...reactionsKey, postId] });
      const own = client.getQueryData<Emoji | null>(ownKey(postId));
      const counts = client.getQueryData<ReactionCounts>(countsKey(postId));
      const isKnown = own !== undefined && counts !== undefined;
      show(emoji, isKnown ? moved(counts, own, emoji) : undefined);
      return { own, counts };
    },
    onError: (error, _, before) => {
      console.error('A reaction was not taken.', error);
      show(before?.own, before?.counts);
    },
    onSettled: (reply, error) => {
      if (error instanceof CallError && error.status === 404) return onGone();
      // While another press is queued, or this one waits for a connection, the screen shows it.
      const isLast = client.isMutating({ mutationKey: reactKey(postId) }) === 1;
      if (isLast && reply !== null) {
        void client.invalidateQueries({ queryKey: [...reactionsKey, postId] });
      }
    },
  });
}
