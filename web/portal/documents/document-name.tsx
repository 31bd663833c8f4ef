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

/** The file of a document in the other language. */
export interface Video {
  label: string;
  path: string;
}

export interface OtherFile {
  /** Such as 'Also in Spanish'. */
  words: string;
  path: string;
}

interface DocumentNameProps {
  kind: DocumentKind;
  document: Document;
  other?: OtherFile | undefined;
  /** Its people, as text; only for admins. */
  assigneesText?: string;
  /** The files on this device; only for employees. */
  kept?: KeptFiles | null;
  /** Plays a video where it outlasts the row, which moves once the file counts as opened. */
  onPlay?: (video: Video) => void;
}

/** The links and the facts of a document. */
export function DocumentName({
  kind,
  document,
  other,
  assigneesText,
  kept,
  onPlay,
}: DocumentNameProps) {
  const { file_name, file_path, uploaded_at } = document;
  return (
    <div className="min-w-0">
      <DocumentFile
        className="print:text-ink print:no-underline"
        kept={kept}
        kind={kind}
        label={file_name}
        onPlay={onPlay}
        path={file_path}
      >
        {file_name}
      </DocumentFile>
      <p className="text-sm text-steel">
        {fileFacts(document)}, {t('uploaded', 'subido el')}{' '}
        <time dateTime={uploaded_at}>{usDay(uploaded_at)}</time>
        {assigneesText && `, ${assigneesText}`}
      </p>
      {other && (
        <DocumentFile
          className="font-normal! print:hidden"
          kept={kept}
          kind={kind}
          label={`${other.words}: ${file_name}`}
          onPlay={onPlay}
          path={other.path}
        >
          {other.words}
        </DocumentFile>
      )}
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
    </div>
  );
}

interface DocumentFileProps extends Pick<DocumentNameProps, 'kind' | 'kept'> {
  onPlay: DocumentNameProps['onPlay'] | undefined;
  path: string;
  label: string;
  className: string;
  children: string;
}

/** The link to a file. A video plays on the page, other files open in a new tab. */
function DocumentFile({ kind, kept, path, label, className, onPlay, children }: DocumentFileProps) {
  const [playing, setPlaying] = useState(false);
  const isVideo = path.endsWith('.mp4');
  const play = () => (onPlay ? onPlay({ label, path }) : setPlaying(true));
  return (
    <>
      <FileLink
        className={`min-h-8! leading-snug pointer-coarse:min-h-11! print:min-h-0! ${className}`}
        device={kept && !isVideo ? { copy: kept.copyOf(path) } : undefined}
        label={label}
        onOpenHere={isVideo ? play : undefined}
        path={path}
        presign={presignOf[kind]}
      >
        {children}
      </FileLink>
      {playing && (
        <VideoDialog
          name={label}
          onClose={() => setPlaying(false)}
          path={path}
          presign={presignOf[kind]}
        />
      )}
    </>
  );
}
