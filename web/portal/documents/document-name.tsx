import { useState } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { periodText } from '#contract/filters/files.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { usDay } from '../shared/us-dates.ts';
import { presignOf } from './document-labels.ts';
import type { KeptFiles } from './kept-files.data.ts';
import { VideoDialog } from './video-dialog.tsx';

interface DocumentNameProps {
  kind: DocumentKind;
  document: Document;
  /** Its people, as text; only for admins. */
  assigneesText?: string;
  /** The files on this device; only for employees. */
  kept?: KeptFiles | null;
}

/** The link and the facts of a document. A video plays on the page, other files open in a new tab. */
export function DocumentName({ kind, document, assigneesText, kept }: DocumentNameProps) {
  const [playing, setPlaying] = useState(false);
  const { file_name, file_path, uploaded_at } = document;
  const isVideo = document.kind === 'mp4';
  return (
    <div className="min-w-0">
      <FileLink
        className="min-h-8! leading-snug pointer-coarse:min-h-11! print:min-h-0! print:text-ink print:no-underline"
        device={kept && !isVideo ? { copy: kept.copyOf(file_path) } : undefined}
        label={file_name}
        onOpenHere={isVideo ? () => setPlaying(true) : undefined}
        path={file_path}
        presign={presignOf[kind]}
      >
        {file_name}
      </FileLink>
      <p className="text-sm text-steel">
        {fileFacts(document)}, {t('uploaded', 'subido el')}{' '}
        <time dateTime={uploaded_at}>{usDay(uploaded_at)}</time>
        {assigneesText && `, ${assigneesText}`}
      </p>
      {(document.net_pay !== null || document.period_to !== null) && (
        <p className="flex flex-wrap gap-x-4 text-sm tabular-nums">
          {document.net_pay !== null && (
            <b className="font-semibold">
              {messages.netPay} {dollars(document.net_pay)}
            </b>
          )}
          {document.period_to !== null && <span>{periodText(document)}</span>}
        </p>
      )}
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
