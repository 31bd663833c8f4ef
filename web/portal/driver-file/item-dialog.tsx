import { useState } from 'react';
import { type DriverFile, type DriverFileItem, needsCheck } from '#contract/driver-file.ts';
import { kindOf } from '#contract/driver-file-kinds.ts';
import { Button } from '#web/ui/button.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { usDay } from '../shared/us-dates.ts';
import { DocumentHistory } from './document-history.tsx';
import { ItemFacts } from './item-facts.tsx';
import { DetailsForm, RefuseForm, uncheckedOf } from './item-form.tsx';
import { ItemMarks } from './item-marks.tsx';
import { draftOf, UploadForm } from './upload-form.tsx';

interface ItemDialogProps {
  file: DriverFile;
  item: DriverFileItem;
  onClose: () => void;
}

type Mode = 'details' | 'refuse' | 'upload' | null;

/** One document of a driver for the office: what is valid, what waits for a check, and its history. */
export function ItemDialog({ file, item, onClose }: ItemDialogProps) {
  const { label } = kindOf(item.kind);
  return (
    <RecordDialog
      description={file.employee_name}
      draft={draftOf(file.employee_id, item.kind)}
      onClose={onClose}
      size="lg"
      title={label}
    >
      {(onDirty) => <ItemContent file={file} item={item} onDirty={onDirty} />}
    </RecordDialog>
  );
}

interface ItemContentProps extends Omit<ItemDialogProps, 'onClose'> {
  onDirty: (isDirty: boolean) => void;
}

function ItemContent({ file, item, onDirty }: ItemContentProps) {
  const isToCheck = needsCheck(item);
  // Until the office chooses: a document to check may come while the dialog is open.
  const [chosen, setMode] = useState<Mode>();
  const mode = chosen === undefined && isToCheck ? 'details' : (chosen ?? null);
  const form = {
    ...{ employeeId: file.employee_id, item, onDirty },
    onDone: () => {
      onDirty(false);
      setMode(null);
    },
  };
  const unchecked = uncheckedOf(item);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-4">
      <section aria-label="Now" className="grid gap-2">
        <ItemMarks isNeeded={file.is_driver === 1} item={item} />
        {(item.checked_by !== null || item.file_path === null) && <ItemFacts item={item} />}
      </section>
      {isToCheck && unchecked.file_path && (
        <section
          aria-label="To check"
          className="flex flex-wrap items-center gap-x-5 border-l-4 border-info bg-info-wash px-4 py-2"
        >
          <p>New document, sent on {usDay(unchecked.uploaded_at ?? '')}.</p>
          <FileLink
            label="Open the document to check"
            path={unchecked.file_path}
            presign="settlements"
          >
            Open document
          </FileLink>
        </section>
      )}
      {mode === 'details' && <DetailsForm {...form} />}
      {mode === 'refuse' && <RefuseForm {...form} />}
      {mode === 'upload' && <UploadForm {...form} isOffice kind={item.kind} />}
      {mode === null && (
        <div className="flex flex-wrap gap-3">
          {item.file_path !== null && (
            <Button
              onClick={() => setMode('details')}
              variant={isToCheck ? 'primary' : 'secondary'}
            >
              {isToCheck ? 'Check document' : 'Change dates'}
            </Button>
          )}
          <Button onClick={() => setMode('upload')} variant="secondary">
            Upload new
          </Button>
        </div>
      )}
      {isToCheck && mode === 'details' && (
        <Button
          className="justify-self-start"
          onClick={() => {
            onDirty(false);
            setMode('refuse');
          }}
          variant="quiet"
        >
          Refuse document…
        </Button>
      )}
      <DocumentHistory employeeId={file.employee_id} kind={item.kind} />
    </div>
  );
}
