import { useState } from 'react';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import type { Post } from '#contract/spotlight.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { hush } from '../frame/say.tsx';
import type { Route } from './+types/spotlight-page.ts';
import { earlyPosts } from './first-posts.ts';
import { PostBoard } from './post-board.tsx';
import { PostDialog } from './post-dialog.tsx';
import { useSpotlightLive } from './use-spotlight-live.ts';

export const meta: Route.MetaFunction = () => portalMeta(text.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  enter(request);
  earlyPosts.ask();
  return null;
}

/** The company's notice board: an admin posts, everybody reads and reacts. */
export default function SpotlightPage() {
  const isAdmin = useSession().role === 'admin';
  const [editing, setEditing] = useState<Post | 'new' | null>(null);
  useSpotlightLive();

  const show = (what: Post | 'new') => {
    hush();
    setEditing(what);
  };
  return (
    <>
      <PageHeader
        action={isAdmin && <Button onClick={() => show('new')}>{text.create}</Button>}
        title={text.title}
      />
      <PostBoard isAdmin={isAdmin} onEdit={show} />
      {editing !== null && (
        <PostDialog onClose={() => setEditing(null)} post={editing === 'new' ? null : editing} />
      )}
    </>
  );
}
