import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '#contract/chat.ts';
import { t } from '#contract/text/languages.ts';
import { fileFacts } from './file-facts.ts';
import { FileLink } from './file-link.tsx';
import { useSignedLink } from './signed-link.data.ts';
import { useNear } from './use-near.ts';

/** The largest size of a photo on the screen, in pixels. */
const max = { width: 360, height: 320 };

/** The file of a message: a photo as an image, a PDF as a link. */
export function MessageFile({ file }: { file: Attachment }) {
  if (file.kind !== 'pdf') return <Photo file={file} />;
  return (
    <div className="flex items-start gap-2">
      <FileText aria-hidden="true" className="mt-3 size-5 shrink-0 text-rust" />
      <div className="min-w-0">
        <FileLink
          className="leading-snug"
          label={t(`Open ${file.name}`, `Abrir ${file.name}`)}
          path={file.key}
          presign="settlements"
        >
          <bdi>{file.name}</bdi>
        </FileLink>
        <p className="pb-1 text-sm text-steel">{fileFacts(file)}</p>
      </div>
    </div>
  );
}

/** Reserves its space before it loads, so that the layout doesn't shift. */
function Photo({ file }: { file: Attachment }) {
  const { box, isNear } = useNear();
  const { width, height } = shownSize(file);
  return (
    <div
      className="mb-1 flex max-w-full items-center justify-center overflow-hidden bg-well"
      ref={box}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      {isNear && (
        <FileLink
          className="h-full w-full"
          label={t(`Open the photo ${file.name}`, `Abrir la foto ${file.name}`)}
          path={file.key}
          presign="settlements"
        >
          <Picture file={file} height={height} width={width} />
        </FileLink>
      )}
    </div>
  );
}

function Picture({ file, width, height }: { file: Attachment; width: number; height: number }) {
  const { link, fresh } = useSignedLink(file.key, 'settlements');
  const [tries, setTries] = useState(0);
  if (link === null) return null;
  return (
    <img
      alt={t(`Sent: ${file.name}`, `Enviada: ${file.name}`)}
      className="block h-full w-full object-contain"
      height={height}
      loading="lazy"
      onError={() => {
        // The link expired before the photo became visible.
        if (tries > 0) return;
        setTries(1);
        void fresh();
      }}
      src={link.url}
      width={width}
    />
  );
}

/** The size of a photo on the screen; a common one if its size is unknown. */
function shownSize({ width = 360, height = 270 }: Attachment): { width: number; height: number } {
  const scale = Math.min(1, max.width / width, max.height / height);
  // A thin strip would be too small to tap.
  return {
    width: Math.max(88, Math.round(width * scale)),
    height: Math.max(44, Math.round(height * scale)),
  };
}
