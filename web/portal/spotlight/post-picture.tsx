import type { Post } from '#contract/spotlight.ts';
import { Picture } from '../files/picture.tsx';

interface PostPictureProps {
  post: Post;
  /** As an `img` takes it. */
  sizes: string;
  isFirst: boolean;
  /** Width by height: narrower or wider than these it is cut, from both sides alike. */
  narrowest: number;
  widest: number;
  className?: string;
}

/** The picture of a post across its column, not taller and not flatter than its layout bears. */
export function PostPicture({
  post: { image_url, picture },
  sizes,
  isFirst,
  narrowest,
  widest,
  className = '',
}: PostPictureProps) {
  if (!image_url || !picture) return null;
  const shape = Math.min(widest, Math.max(narrowest, picture.width / picture.height));
  return (
    <div className={className} style={{ aspectRatio: shape }}>
      <Picture
        alt=""
        className="h-full w-full"
        cover
        eager={isFirst}
        imageKey={image_url}
        picture={picture}
        presign="settlements"
        sizes={sizes}
      />
    </div>
  );
}

interface WholePictureProps extends Pick<PostPictureProps, 'post' | 'isFirst'> {
  /** Tallest that it may be, in rem. */
  tallest: number;
}

/** The same uncut, on a wide field that it need not fill. */
export function WholePicture({
  post: { image_url, picture },
  isFirst,
  tallest,
}: WholePictureProps) {
  if (!image_url || !picture) return null;
  const width = (tallest * picture.width) / picture.height;
  return (
    <div style={{ width: `min(100%, ${width}rem)` }}>
      <Picture
        alt=""
        eager={isFirst}
        imageKey={image_url}
        picture={picture}
        presign="settlements"
        sizes={`min(100vw, ${Math.min(72, Math.ceil(width))}rem)`}
      />
    </div>
  );
}
