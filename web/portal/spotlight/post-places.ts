import type { Post } from '#contract/spotlight.ts';

/** Where a post stands on a wide board of two columns. */
export interface Place {
  post: Post;
  /** Over both columns. */
  isWhole: boolean;
  /** Its picture stands at the other side than that of the one before it. */
  isFlipped: boolean;
}

/** A card, or words alone, is content with one column. */
function isHalf(post: Post): boolean {
  return post.layout_type === 'layout1' || (post.layout_type === 'layout3' && !post.picture);
}

/** Places posts in their order and leaves no hole: a half one without a neighbour takes both columns. */
export function placesOf(posts: readonly Post[]): Place[] {
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
