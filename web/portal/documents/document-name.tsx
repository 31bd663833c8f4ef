import { useState } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { fileFacts } from '../files/file-facts.ts';
import { FileLink } from '../files/file-link.tsx';
import { usDay } from '../frame/us-dates.ts';
import { presignOf } from './document-words.ts';
import { VideoDialog } from './video-dialog.tsx';

interface DocumentNameProps {
  kind: DocumentKind;
  document: Document;
  /** In words; not for who is the only one that they see. */
  forWhom?: string;
}

/** The name of a document, which opens it, and what is known of the file. A video plays here, the rest opens in a new tab. */
export function DocumentName({ kind, document, forWhom }: DocumentNameProps) {
  const [playing, setPlaying] = useState(false);
  const { file_name, file_path, uploaded_at } = document;
  const isVideo = document.kind === 'mp4';
  return (
    <div className="min-w-0">
      <FileLink
        className="min-h-8! leading-snug pointer-coarse:min-h-11! print:min-h-0! print:text-ink print:no-underline"
        label={file_name}
        onOpenHere={isVideo ? () => setPlaying(true) : undefined}
        path={file_path}
        presign={presignOf[kind]}
      >
        {file_name}
      </FileLink>
      <p className="text-sm text-steel">
        {fileFacts(document)}, uploaded <time dateTime={uploaded_at}>{usDay(uploaded_at)}</time>
        {forWhom && `, ${forWhom}`}
      </p>
      {playing && (
        <VideoDialog
          name={file_name}
          onClose={() => setPlaying(false)}
          path={file_path}
          presign={presignOf[kind]}
        />
      )}
    </div>
  );
}
