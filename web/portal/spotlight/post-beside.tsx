import { PostPicture } from './post-picture.tsx';
import type { LayoutProps } from './post-slots.ts';
import { PostText } from './post-text.tsx';

/** Layout 2: full width, the picture beside the text; without a picture the headline takes its place. */
export function PostBeside({ post, isFlipped, isFirst, date, footer }: LayoutProps) {
  const header = (
    <header>
      <p className="legend text-steel">{date}</p>
      <h2 className="display mt-1 text-xl leading-tight! wrap-anywhere" dir="auto">
        {post.title}
      </h2>
    </header>
  );
  if (!post.picture) {
    return (
      <article className="grid gap-x-10 gap-y-4 border-t-4 border-ink py-5 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {header}
        <div className="grid gap-4 md:border-l md:border-line md:pl-10">
          <PostText text={post.text} />
          {footer}
        </div>
      </article>
    );
  }
  const isUpright = post.picture.width < post.picture.height;
  const columns = isUpright
    ? isFlipped
      ? 'md:grid-cols-[3fr_2fr]'
      : 'md:grid-cols-[2fr_3fr]'
    : 'md:grid-cols-2';
  return (
    <article
      className={`grid gap-x-10 gap-y-5 border-t-4 border-ink pt-5 pb-2 *:min-w-0 ${columns}`}
    >
      <PostPicture
        className={`self-start ${isFlipped ? 'md:order-2' : ''}`}
        isFirst={isFirst}
        narrowest={0.72}
        post={post}
        sizes="(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 100vw"
        widest={2.4}
      />
      <div className="grid content-between gap-5">
        <div className="grid gap-3">
          {header}
          <PostText text={post.text} />
        </div>
        {footer}
      </div>
    </article>
  );
}
