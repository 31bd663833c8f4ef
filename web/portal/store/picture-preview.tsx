import { useEffect, useState } from 'react';

/** The picture that was chosen, before it is sent; nothing where the browser cannot show it. */
export function PicturePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (url === null) return null;
  return (
    <img
      alt={`Preview of ${file.name}`}
      className="max-h-48 w-full bg-well object-contain"
      onError={() => setUrl(null)}
      src={url}
    />
  );
}
