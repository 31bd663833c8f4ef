import { lengthOf } from '#contract/text/characters.ts';
import { PostPicture, WholePicture } from './post-picture.tsx';
import type { LayoutProps } from './post-slots.ts';
import { PostText } from './post-text.tsx';

/** Layout 3: a large picture with the headline on a plate over it; without one the text is set large. */
export function PostHeadline(props: LayoutProps) {
  return props.post.picture ? <Plate {...props} /> : <Words {...props} />;
}

/** Width by height below which a picture is shown whole instead of cropped to a band. */
const minBandRatio = 1.25;

function Plate({ post, isFirst, date, footer }: LayoutProps) {
  const { picture } = post;
  const isBand = picture !== null && picture.width / picture.height >= minBandRatio;
  return (
    <article className="bg-sheet">
      {isBand ? (
        <PostPicture
          className="max-h-120"
          isFirst={isFirst}
          narrowest={1.6}
          post={post}
          sizes="(min-width: 80rem) 72rem, 100vw"
          widest={2.6}
        />
      ) : (
        <div className="flex justify-center bg-tar sm:justify-end">
          <WholePicture isFirst={isFirst} post={post} maxHeight={34} />
        </div>
      )}
      <header className="on-dark relative -mt-10 mr-5 max-w-3xl border-l-8 border-signal bg-tar px-5 py-4 text-chalk sm:-mt-16 sm:w-fit sm:px-7 sm:py-5">
        <p className="legend text-haze">{date}</p>
        <h2 className="display mt-2 text-2xl leading-tight! wrap-anywhere" dir="auto">
          {post.title}
        </h2>
      </header>
      <div className="grid gap-5 border border-t-0 border-line px-5 py-5 sm:px-7">
        <PostText className="text-lg" text={post.text} />
        {footer}
      </div>
    </article>
  );
}

/** Characters up to which a text is set at that size. */
const maxLength = { large: 60, medium: 280 };

function Words({ post, date, footer }: LayoutProps) {
  const length = lengthOf(post.text);
  const size =
    length <= maxLength.large
      ? 'display text-2xl leading-tight!'
      : length <= maxLength.medium
        ? 'font-display text-xl leading-snug font-semibold'
        : 'text-base';
  return (
    <article className="flex h-full flex-col border border-line bg-sheet">
      <div className="on-dark flex flex-1 flex-col justify-center gap-5 border-l-8 border-signal bg-tar px-5 py-8 text-chalk sm:px-8 sm:py-10">
        <header className="border-b-2 border-lane pb-4">
          <p className="legend text-haze">{date}</p>
          <h2
            className={`mt-1 leading-tight wrap-anywhere ${length > maxLength.medium ? 'display text-2xl leading-tight!' : 'font-display text-lg font-bold'}`}
            dir="auto"
          >
            {post.title}
          </h2>
        </header>
        <PostText className={size} isOnDark text={post.text} />
      </div>
      <footer className="px-5 py-3 sm:px-8">{footer}</footer>
    </article>
  );
}
