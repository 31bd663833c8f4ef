import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postsEvent, type ReactionsNews, reactionsEvent } from '#contract/spotlight.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { connectionOf } from '../frame/connection.ts';
import { countsOf } from './reaction-counts.ts';
import { putCounts, reactionsKey } from './reactions.data.ts';
import { useReloadPosts } from './spotlight.data.ts';

/** Between two readings of the posts (ms). */
const pause = 1000;

/** Keeps the open board in step: new posts and reactions at once, and all that is in sight after a gap. */
export function useSpotlightLive(): void {
  const client = useQueryClient();
  const reload = useReloadPosts();
  useEffect(() => {
    const connection = connectionOf(client);
    const posts = atMostEvery(pause, reload);
    const ends = [
      connection.onState((state) => {
        if (state !== 'connected') return;
        posts.ask();
        void client.invalidateQueries({ queryKey: reactionsKey });
      }),
      connection.on(postsEvent, posts.ask),
      connection.on(reactionsEvent, (payload) => {
        const { post_id, reactions } = payload as ReactionsNews;
        putCounts(client, post_id, countsOf(reactions));
      }),
      posts.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, reload]);
}
