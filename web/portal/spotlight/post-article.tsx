import type { ReactNode } from 'react';
import { layouts } from '#contract/spotlight.ts';
import { usDay } from '../shared/us-dates.ts';
import { PostBeside } from './post-beside.tsx';
import { PostCard } from './post-card.tsx';
import { PostHeadline } from './post-headline.tsx';
import type { Slot } from './post-slots.ts';
import { ReactionBar } from './reaction-bar.tsx';

const looks = { layout1: PostCard, layout2: PostBeside, layout3: PostHeadline };

interface PostArticleProps {
  slot: Slot;
  isFirst: boolean;
  actions: ReactNode;
  onGone: () => void;
}

/** One post in its layout. */
export function PostArticle({ slot, isFirst, actions, onGone }: PostArticleProps) {
  const { post } = slot;
  const Look = looks[post.layout_type] ?? looks[layouts[0]];
  return (
    <Look
      {...slot}
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
