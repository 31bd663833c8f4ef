import { useEffect, useMemo } from 'react';
import { general } from '#contract/messages/general.ts';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import type { Post } from '#contract/spotlight.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { say } from '../frame/say.tsx';
import { usDay } from '../frame/us-dates.ts';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { PostArticle } from './post-article.tsx';
import { placesOf } from './post-places.ts';
import { useDeletePost, usePosts, useReloadPosts } from './spotlight.data.ts';

const none: readonly Post[] = [];

interface PostBoardProps {
  isAdmin: boolean;
  onEdit: (post: Post) => void;
}

/** The posts, newest first, in each of the four states of a list. */
export function PostBoard({ isAdmin, onEdit }: PostBoardProps) {
  const posts = usePosts();
  const reload = useReloadPosts();
  const list = posts.data ?? none;
  const places = useMemo(() => placesOf(list), [list]);
  const { count, showMore, end } = useGrowingList('');
  const remove = useAskAndDelete<Post>({
    text,
    idOf: ({ id }) => id,
    describe: ({ title, created_at }) =>
      `${title}, ${usDay(created_at)}. Its picture and its reactions go with it.`,
    remove: useDeletePost(),
  });

  const { hasNextPage, isFetching, isError, fetchNextPage } = posts;
  const needsMore = hasNextPage && count >= list.length;
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);

  if (posts.isPending) return <Skeleton label={general.loading} labelVisible lines={8} />;
  const failed = isError && (
    <FailedList
      busy={isFetching}
      error={posts.error}
      fallback={text.fetchFailed}
      onRetry={() => void (posts.isFetchNextPageError ? fetchNextPage() : posts.refetch())}
    />
  );
  if (failed && posts.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={text.none}>
        {isAdmin ? text.noneForAdmins : text.noneForEmployees}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {failed}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-8 md:grid-cols-2">
        {places.slice(0, count).map((place, index) => (
          <li
            className={`[contain-intrinsic-size:auto_32rem] [content-visibility:auto] ${place.isWhole ? 'md:col-span-2' : ''}`}
            key={place.post.id}
          >
            <PostArticle
              actions={
                isAdmin && (
                  <>
                    <Button
                      aria-label={`Edit ${place.post.title}`}
                      onClick={() => onEdit(place.post)}
                      size="sm"
                      variant="quiet"
                    >
                      Edit
                    </Button>
                    <Button
                      aria-label={`Delete ${place.post.title}`}
                      busy={remove.busyId === place.post.id}
                      className="text-danger!"
                      onClick={() => void remove.ask(place.post)}
                      size="sm"
                      variant="quiet"
                    >
                      Delete
                    </Button>
                  </>
                )
              }
              isFirst={index < 2}
              onGone={() => {
                say(text.gone, 'error');
                reload();
              }}
              place={place}
            />
          </li>
        ))}
      </ul>
      {(list.length > count || hasNextPage) && (
        <div ref={end}>
          <Button busy={isFetching} onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
