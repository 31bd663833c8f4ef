import { type ReactNode, useEffect, useState } from 'react';

interface ChosenPictureProps {
  file: File;
  alt: string;
  /** Shown where the browser can't draw the picture. */
  fallback?: ReactNode;
  className?: string;
}

/** The preview of a chosen picture. */
export function ChosenPicture({
  file,
  alt,
  fallback = null,
  className = 'h-40 w-full object-contain',
}: ChosenPictureProps) {
  // The file of the URL: the URL of an earlier file is revoked and must not be shown.
  const [shown, setShown] = useState<{ file: File; url: string | null } | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (shown?.file !== file) return null;
  if (shown.url === null) return fallback;
  return (
    <img
      alt={alt}
      className={`bg-well ${className}`}
      onError={() => setShown({ file, url: null })}
      src={shown.url}
    />
  );
}
