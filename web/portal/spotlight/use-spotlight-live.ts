import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postsEvent, type ReactionsNews, reactionsEvent } from '#contract/spotlight.ts';
import { throttle } from '#web/lib/throttle.ts';
import { connectionOf } from '../shared/connection.ts';
import { countsOf } from './reaction-counts.ts';
import { putCounts, reactionsKey } from './reactions.data.ts';
import { useReloadPosts } from './spotlight.data.ts';

/** Milliseconds between two reloads of the posts. */
const minReloadInterval = 1000;

/** Updates posts and reactions live, and reloads them after each reconnect. */
export function useSpotlightLive(): void {
  const client = useQueryClient();
  const reload = useReloadPosts();
  useEffect(() => {
    const connection = connectionOf(client);
    const posts = throttle(minReloadInterval, reload);
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
