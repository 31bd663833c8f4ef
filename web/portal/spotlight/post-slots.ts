import type { ReactNode } from 'react';
import type { Post } from '#contract/spotlight.ts';

/** The place of a post on a board of two columns. */
export interface Slot {
  post: Post;
  /** Spans both columns. */
  isWhole: boolean;
  /** Its picture is on the opposite side of the previous one's. */
  isFlipped: boolean;
}

/** The props of each layout. */
export interface LayoutProps extends Slot {
  /** Loads the picture eagerly. */
  isFirst: boolean;
  date: ReactNode;
  /** Reactions and an admin's buttons. */
  footer: ReactNode;
}

/** Cards and large texts take one column. */
function isHalf(post: Post): boolean {
  return post.layout_type === 'layout1' || (post.layout_type === 'layout3' && !post.picture);
}

/** Places posts in order without gaps: a half-width post without a neighbor spans both columns. */
export function slotsOf(posts: readonly Post[]): Slot[] {
  let isSecond = false;
  let beside = 0;
  return posts.map((post, index) => {
    if (!isHalf(post)) {
      isSecond = false;
      if (post.layout_type === 'layout2' && post.picture) beside += 1;
      return { post, isWhole: true, isFlipped: beside % 2 === 0 };
    }
    const next = posts[index + 1];
    const isWhole = !isSecond && (next === undefined || !isHalf(next));
    isSecond = !isSecond && !isWhole;
    return { post, isWhole, isFlipped: false };
  });
}
