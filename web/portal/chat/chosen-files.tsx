import { FileText, Image, X } from 'lucide-react';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { ChosenPicture } from '../shared/files/chosen-picture.tsx';
import { fileFacts, formatSize } from '../shared/files/file-facts.ts';
import type { ChosenFile } from './use-attachments.ts';

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onRemove: (key: string) => void;
}

/** The files of the next messages, in the order in which they will be sent. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul
      aria-label={t('Files to send', 'Archivos por enviar')}
      className="mb-2 flex max-h-48 flex-wrap gap-2 overflow-y-auto"
    >
      {files.map(({ key, file, error }) => (
        <li
          className={`flex w-full sm:max-w-72 items-center gap-2 border bg-sheet ${
            error ? 'border-danger' : 'border-line'
          }`}
          key={key}
        >
          <Thumbnail file={file} />
          <p className="min-w-0 flex-1 text-sm">
            <bdi className="block truncate font-semibold">{file.name}</bdi>
            <span className="text-steel">
              {isPdf(file) ? fileFacts({ kind: 'pdf', size: file.size }) : formatSize(file.size)}
            </span>
          </p>
          <Button
            aria-label={t(`Do not send ${file.name}`, `No enviar ${file.name}`)}
            className="shrink-0"
            onClick={() => onRemove(key)}
            size="icon"
            variant="quiet"
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

const isPdf = ({ type }: File) => type === 'application/pdf';

function Thumbnail({ file }: { file: File }) {
  const Icon = isPdf(file) ? FileText : Image;
  const icon = <Icon aria-hidden="true" className="size-6 text-steel" />;
  return (
    <span className="grid size-14 shrink-0 place-items-center bg-well">
      {isPdf(file) ? (
        icon
      ) : (
        <ChosenPicture alt="" className="size-14 object-cover" fallback={icon} file={file} />
      )}
    </span>
  );
}
