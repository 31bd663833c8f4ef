import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { type Post, postsEvent, type ReactionsNews, reactionsEvent } from '#contract/spotlight.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { connectionOf, useLiveUpdates } from '../shared/live/live-updates.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordDialog, useOpenRecord } from '../shared/records/record-dialog.tsx';
import { PostBoard } from './post-board.tsx';
import { PostForm } from './post-form.tsx';
import { countsOf } from './reaction-counts.ts';
import { putCounts, reactionsKey } from './reactions.data.ts';
import { postsQuery, useReloadPosts } from './spotlight.data.ts';

export const clientLoader = firstRequests((client) => [client.ensureInfiniteQueryData(postsQuery)]);

/** The company's notice board: admins post, everyone reads and reacts. */
export default function SpotlightPage() {
  const isAdmin = useSession().role === 'admin';
  const { open, show, close } = useOpenRecord<Post>('post', isAdmin);
  useSpotlightLive();
  return (
    <>
      <PageHeader
        action={
          isAdmin && (
            <>
              <ExportMenu list="posts" size="md" />
              <Button onClick={() => show('new')}>{messages.create}</Button>
            </>
          )
        }
        title={messages.title}
      />
      <PostBoard isAdmin={isAdmin} onEdit={show} />
      {open !== null && (
        <RecordDialog
          discardQuestion={messages.confirmDiscard}
          draft="post"
          onClose={close}
          size="lg"
          title={open === 'new' ? 'New Post' : 'Update Post'}
        >
          {(onDirty) => (
            <PostForm onDirty={onDirty} onDone={close} post={open === 'new' ? null : open} />
          )}
        </RecordDialog>
      )}
    </>
  );
}

/** Updates posts and reactions live, and reloads them after each reconnect. */
function useSpotlightLive(): void {
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
