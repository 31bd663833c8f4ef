import type { Post } from '#contract/spotlight.ts';
import { Picture } from '../shared/files/picture.tsx';

interface PostPictureProps {
  post: Post;
  /** The `sizes` attribute of the `img`. */
  sizes: string;
  isFirst: boolean;
  /** Width by height: a narrower or wider picture is cropped, centered. */
  narrowest: number;
  widest: number;
  className?: string;
}

/** The picture of a post across its column, cropped to the limits of its layout. */
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
  /** In rem. */
  maxHeight: number;
}

/** The uncropped picture on a background that it needn't fill. */
export function WholePicture({
  post: { image_url, picture },
  isFirst,
  maxHeight,
}: WholePictureProps) {
  if (!image_url || !picture) return null;
  const width = (maxHeight * picture.width) / picture.height;
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
