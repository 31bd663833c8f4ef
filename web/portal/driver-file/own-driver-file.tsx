import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type DriverFile, type DriverFileItem, kindOf } from '#contract/driver-file.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { usDay } from '../shared/us-dates.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemMarks } from './item-marks.tsx';
import { UploadForm } from './upload-form.tsx';

/** The driver's documents, one card each; a notification's link leads to its card. */
export function OwnDriverFile({ file }: { file: DriverFile }) {
  const [params] = useSearchParams();
  return (
    <ul className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {file.items.map((item) => (
        <li key={item.kind}>
          <OwnItemCard
            employeeId={file.employee_id}
            isLinked={params.get('item') === item.kind}
            item={item}
          />
        </li>
      ))}
    </ul>
  );
}

interface OwnItemCardProps {
  employeeId: number;
  item: DriverFileItem;
  isLinked: boolean;
}

function OwnItemCard({ employeeId, item, isLinked }: OwnItemCardProps) {
  const [isUploading, setUploading] = useState(false);
  const card = useRef<HTMLElement>(null);
  const formId = useId();
  const { label } = kindOf(item.kind);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const unchecked = item.waiting ?? (item.checked_by === null ? item : null);
  return (
    <Card
      aside={<ItemMarks item={item} />}
      className="scroll-mt-20"
      level={2}
      ref={card}
      tabIndex={isLinked ? -1 : undefined}
      title={label}
    >
      {item.refused !== null && (
        <Alert tone="error">
          <p>The office couldn’t accept your document. Please upload a new one.</p>
          <p className="font-normal whitespace-pre-line wrap-anywhere">{item.refused}</p>
        </Alert>
      )}
      <ItemFacts item={item} />
      {unchecked?.uploaded_at && (
        <p className="py-2 text-sm text-steel">
          Sent on {usDay(unchecked.uploaded_at)}. The office still has to check it.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {item.file_path && (
          <FileLink label={`View ${label}`} path={item.file_path} presign="settlements">
            View
          </FileLink>
        )}
        {item.waiting && (
          <FileLink label={`View new ${label}`} path={item.waiting.file_path} presign="settlements">
            View new
          </FileLink>
        )}
        {!isUploading && (
          <Button
            aria-label={`Upload new ${label}`}
            onClick={() => setUploading(true)}
            size="sm"
            variant={item.status === 'ok' ? 'secondary' : 'primary'}
          >
            Upload new
          </Button>
        )}
      </div>
      {isUploading && (
        <section aria-label={`Upload new ${label}`} className="mt-3" id={formId}>
          <UploadForm
            employeeId={employeeId}
            isOffice={false}
            kind={item.kind}
            onDone={() => setUploading(false)}
          />
        </section>
      )}
    </Card>
  );
}
