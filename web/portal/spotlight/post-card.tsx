import { lengthOf } from '#contract/text/characters.ts';
import { PostPicture, WholePicture } from './post-picture.tsx';
import type { LayoutProps } from './post-slots.ts';
import { PostText } from './post-text.tsx';

const halfSizes = '(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 100vw';

/** A text without a picture is set larger up to so many characters. */
const maxLargeText = 60;

/** Width by height from which a picture can be cropped to the strip of a wide card. */
const landscape = 1.3;

/** Layout 1: a card, the picture above the text; wide where no other card is beside it. */
export function PostCard({ post, isWhole, isFirst, date, footer }: LayoutProps) {
  const { picture } = post;
  const isUncut = isWhole && picture !== null && picture.width < landscape * picture.height;
  return (
    <article className="flex h-full flex-col border border-line border-t-4 border-t-ink bg-sheet">
      {isUncut ? (
        <div className="flex justify-center" style={{ backgroundColor: picture.color }}>
          <WholePicture isFirst={isFirst} post={post} maxHeight={30} />
        </div>
      ) : (
        <PostPicture
          isFirst={isFirst}
          className={isWhole ? 'max-h-120' : ''}
          narrowest={isWhole ? landscape : 1}
          post={post}
          sizes={isWhole ? '(min-width: 64rem) 72rem, 100vw' : halfSizes}
          widest={isWhole ? 3 : 2}
        />
      )}
      <div
        className={`grid flex-1 content-start gap-x-8 gap-y-3 px-5 py-5 ${isWhole ? 'md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:px-7' : ''}`}
      >
        <header>
          <p className="legend text-steel">{date}</p>
          <h2
            className="mt-1 font-display text-xl leading-tight font-extrabold wrap-anywhere"
            dir="auto"
          >
            {post.title}
          </h2>
        </header>
        <PostText
          className={
            !picture && lengthOf(post.text) <= maxLargeText
              ? 'font-display text-xl font-semibold'
              : ''
          }
          text={post.text}
        />
      </div>
      <footer className={`border-t border-line px-5 py-3 ${isWhole ? 'md:px-7' : ''}`}>
        {footer}
      </footer>
    </article>
  );
}
