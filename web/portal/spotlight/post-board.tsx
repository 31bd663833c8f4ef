import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { deletePost, layouts, type Post } from '#contract/spotlight.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { call } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { PostBeside } from './post-beside.tsx';
import { PostCard } from './post-card.tsx';
import { PostHeadline } from './post-headline.tsx';
import { type Slot, slotsOf } from './post-slots.ts';
import { ReactionBar } from './reaction-bar.tsx';
import { postsKey, postsQuery, useReloadPosts } from './spotlight.data.ts';

interface PostBoardProps {
  isAdmin: boolean;
  onEdit: (post: Post) => void;
}

/** The posts, newest first. */
export function PostBoard({ isAdmin, onEdit }: PostBoardProps) {
  const posts = useInfiniteQuery(postsQuery);
  const reload = useReloadPosts();
  const remove = useConfirmDelete<Post>({
    text: messages,
    idOf: ({ id }) => id,
    describe: ({ title, created_at }) =>
      `${title}, ${usDay(created_at)}. Its picture and reactions will be deleted too.`,
    remove: (id) => call(deletePost, { params: { id } }),
    queryKey: postsKey,
  });
  const actionsOf = (post: Post) => (
    <>
      <Button
        aria-label={`Edit ${post.title}`}
        onClick={() => onEdit(post)}
        size="sm"
        variant="quiet"
      >
        Edit
      </Button>
      <Button
        aria-label={`Delete ${post.title}`}
        busy={remove.busyId === post.id}
        className="text-danger!"
        onClick={() => void remove.ask(post)}
        size="sm"
        variant="quiet"
      >
        Delete
      </Button>
    </>
  );
  return (
    <RecordList
      emptyHint={isAdmin ? messages.noneForAdmins : messages.noneForEmployees}
      messages={messages}
      query={posts}
    >
      {(list) => (
        <FilteredList
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-8 md:grid-cols-2"
          keyOf={({ post }) => post.id}
          pages={posts}
          rows={slotsOf(list)}
        >
          {(slot, index) => (
            <li className={slot.isWhole ? 'md:col-span-2' : ''}>
              <PostArticle
                actions={isAdmin && actionsOf(slot.post)}
                isFirst={index < 2}
                onGone={() => {
                  toast.show(messages.gone, 'error');
                  reload();
                }}
                slot={slot}
              />
            </li>
          )}
        </FilteredList>
      )}
    </RecordList>
  );
}

const looks = { layout1: PostCard, layout2: PostBeside, layout3: PostHeadline };

interface PostArticleProps {
  slot: Slot;
  isFirst: boolean;
  actions: ReactNode;
  onGone: () => void;
}

/** One post in its layout. */
function PostArticle({ slot, isFirst, actions, onGone }: PostArticleProps) {
  const post = inOwnLanguage(slot.post);
  const Look = looks[post.layout_type] ?? looks[layouts[0]];
  return (
    <Look
      {...slot}
      post={post}
      date={<time dateTime={post.created_at}>{usDay(post.created_at)}</time>}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <ReactionBar onGone={onGone} post={post} />
          {actions && <div className="-mr-3 ml-auto flex">{actions}</div>}
        </div>
      }
      isFirst={isFirst}
    />
  );
}
