import { useRef, useState } from 'react';
import type { DriverFile, DriverFileItem } from '#contract/driver-file.ts';
import { kindOf } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { usDay } from '../shared/us-dates.ts';
import { byUrgency } from './driver-file-labels.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemMarks } from './item-marks.tsx';
import { UploadForm } from './upload-form.tsx';

/** The driver's documents, one card each, what the driver has to renew first; a notification's link leads to its card. */
export function OwnDriverFile({ file }: { file: DriverFile }) {
  return (
    <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {byUrgency(file.items).map((item) => (
        <LinkedItem id={item.kind} key={item.kind} param="item">
          <OwnItemCard file={file} item={item} />
        </LinkedItem>
      ))}
    </ul>
  );
}

interface OwnItemCardProps {
  file: DriverFile;
  item: DriverFileItem;
}

function OwnItemCard({ file, item }: OwnItemCardProps) {
  const isNeeded = file.is_driver === 1;
  const [isUploading, setUploading] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { label, from } = kindOf(item.kind);
  const view = t('View', 'Ver');
  const viewNew = t('View new', 'Ver el nuevo');
  const uploadNew = t('Upload new', 'Subir nuevo');
  const uploadNewOf = t(`Upload new ${label}`, `Subir nuevo: ${label}`);
  const unchecked = item.waiting ?? (item.checked_by === null ? item : null);
  return (
    <Card aside={<ItemMarks isNeeded={isNeeded} item={item} />} level={2} title={label}>
      {item.refused !== null && (
        <Alert tone="error">
          <p>
            {t(
              'The office couldn’t accept your document. Please upload a new one.',
              'La oficina no pudo aceptar su documento. Suba uno nuevo.',
            )}
          </p>
          <p className="font-normal whitespace-pre-line wrap-anywhere">{item.refused}</p>
        </Alert>
      )}
      <ItemFacts item={item} />
      {unchecked?.uploaded_at && (
        <p className="py-2 text-sm text-steel">
          {t(
            `Sent on ${usDay(unchecked.uploaded_at)}. The office still has to check it.`,
            `Enviado el ${usDay(unchecked.uploaded_at)}. La oficina todavía tiene que revisarlo.`,
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {item.file_path && (
          <FileLink label={`${view} ${label}`} path={item.file_path} presign="settlements">
            {view}
          </FileLink>
        )}
        {item.waiting && (
          <FileLink
            label={t(`View new ${label}`, `Ver el nuevo: ${label}`)}
            path={item.waiting.file_path}
            presign="settlements"
          >
            {viewNew}
          </FileLink>
        )}
        {from === 'office' ? (
          <p className="py-2 text-sm text-steel">{messages.fromOffice}</p>
        ) : (
          // Stays while the form is open, so that it keeps the focus and gets it back.
          <Button
            aria-expanded={isUploading}
            aria-label={uploadNewOf}
            onClick={() => setUploading(!isUploading)}
            ref={opener}
            size="sm"
            variant="secondary"
          >
            {uploadNew}
          </Button>
        )}
      </div>
      {isUploading && (
        <section aria-label={uploadNewOf} className="mt-3">
          <UploadForm
            employeeId={file.employee_id}
            isOffice={false}
            kind={item.kind}
            onDone={() => {
              setUploading(false);
              opener.current?.focus();
            }}
          />
        </section>
      )}
    </Card>
  );
}
