import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postsEvent, type ReactionsNews, reactionsEvent } from '#contract/spotlight.ts';
import { connectionOf, useLiveUpdates } from '../shared/live/live-updates.ts';
import { countsOf } from './reaction-counts.ts';
import { putCounts, reactionsKey } from './reactions.data.ts';
import { useReloadPosts } from './spotlight.data.ts';

/** Updates posts and reactions live, and reloads them after each reconnect. */
export function useSpotlightLive(): void {
  const client = useQueryClient();
  useLiveUpdates({ [postsEvent]: useReloadPosts() });
  useEffect(() => {
    const connection = connectionOf(client);
    const ends = [
      connection.onState((state) => {
        if (state === 'connected') void client.invalidateQueries({ queryKey: reactionsKey });
      }),
      connection.on(reactionsEvent, (payload) => {
        const { post_id, reactions } = payload as ReactionsNews;
        putCounts(client, post_id, countsOf(reactions));
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
