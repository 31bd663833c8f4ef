import { spotlight as messages } from '#contract/messages/spotlight.ts';
import type { Post } from '#contract/spotlight.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordDialog, useOpenRecord } from '../shared/records/record-dialog.tsx';
import { PostBoard } from './post-board.tsx';
import { PostForm } from './post-form.tsx';
import { postsQuery } from './spotlight.data.ts';
import { useSpotlightLive } from './use-spotlight-live.ts';

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
