import type { ReactNode } from 'react';
import { layouts, type Post } from '#contract/spotlight.ts';
import { usDay } from '../frame/us-dates.ts';
import { PostBeside } from './post-beside.tsx';
import { PostCard } from './post-card.tsx';
import { PostHeadline } from './post-headline.tsx';
import type { Place } from './post-places.ts';
import { ReactionBar } from './reaction-bar.tsx';

/** What each of the three layouts arranges in its own way. */
export interface LayoutProps {
  post: Post;
  isWhole: boolean;
  isFlipped: boolean;
  /** Among the first: its picture is not waited for. */
  isFirst: boolean;
  date: ReactNode;
  /** Reactions, and what an admin can do. */
  footer: ReactNode;
}

const looks = { layout1: PostCard, layout2: PostBeside, layout3: PostHeadline };

interface PostArticleProps {
  place: Place;
  isFirst: boolean;
  actions: ReactNode;
  onGone: () => void;
}

/** One post in its layout. */
export function PostArticle({ place, isFirst, actions, onGone }: PostArticleProps) {
  const { post } = place;
  const Look = looks[post.layout_type] ?? looks[layouts[0]];
  return (
    <Look
      {...place}
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
