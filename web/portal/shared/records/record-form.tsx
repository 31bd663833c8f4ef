import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { files } from '#contract/messages/files.ts';
import { t } from '#contract/text/languages.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { DraftAlert } from '#web/lib/drafts/draft-alert.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogCancel } from '#web/ui/dialog.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { ConflictAlert, type Difference } from './conflict-alert.tsx';
import { differencesOf, type FormValues } from './field-values.ts';
import { FormFields, type Overrides } from './form-fields.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface Versioned {
  version: number;
}

interface FormShellProps<
  Row extends Versioned,
  Values extends FieldValues,
  Body extends FieldValues,
> {
  state: RecordFormState<Row, Values, Body>;
  /** The differences between the stored record and the form. */
  differences: (current: Row, entered: Values) => readonly Difference[];
  submitLabel?: ReactNode;
  submitVariant?: ComponentProps<typeof Button>['variant'];
  /** Called to discard the form in a conflict; by default the saved record fills the form. */
  onKeepSaved?: () => void;
  /** The upload of a form that stores a file, and the name of what it sends. */
  upload?: { percent: number | null; cancel: () => void; name: string };
  /** Null for no Cancel button. Omit it in a dialog: the dialog's own Cancel is shown. */
  onCancel?: (() => void) | null;
  /** Replaces the dialog's Cancel. */
  dialogCancel?: ReactNode;
  /** Classes of the row of buttons. */
  footerClass?: string;
  children: ReactNode;
}

/** A form's draft alert, error, conflict, upload and buttons around any controls. */
export function FormShell<
  Row extends Versioned,
  Values extends FieldValues,
  Body extends FieldValues,
>({
  state,
  differences,
  submitLabel = t('Save', 'Guardar'),
  submitVariant,
  onKeepSaved = state.keepSaved,
  upload,
  onCancel,
  dialogCancel = <DialogCancel />,
  footerClass = '',
  children,
}: FormShellProps<Row, Values, Body>) {
  const { conflict, failure, restored } = state;
  const isDialog = onCancel === undefined;
  return (
    <form className="grid gap-4 pb-2" noValidate onSubmit={state.submit}>
      {restored.stage && (
        <DraftAlert
          emptied={t('Your unsaved input is removed.', 'Se quitó lo que no estaba guardado.')}
          onClose={restored.closeAlert}
          onStartOver={restored.startOver}
          onUndo={restored.undo}
          restored={
            restored.areFilesLost
              ? t(
                  'We restored your unsaved input, but not the files. Choose them again.',
                  'Recuperamos lo que no estaba guardado, pero no los archivos. Elíjalos de nuevo.',
                )
              : t('We restored your unsaved input.', 'Recuperamos lo que no estaba guardado.')
          }
          stage={restored.stage}
        />
      )}
      {children}
      {failure && (
        <Alert id={state.failureId} tone="error">
          <p>{failure.message}</p>
          {upload && failure.cause && <p className="text-sm font-normal">{failure.cause}</p>}
        </Alert>
      )}
      {upload && state.isCancelled && <Alert>{files.uploadCancelled}</Alert>}
      {conflict && (
        <ConflictAlert
          differences={differences(conflict.current, state.form.getValues())}
          message={conflict.message}
          onOverwrite={state.overwrite}
          onKeepSaved={onKeepSaved}
        />
      )}
      {upload && (
        <UploadProgress name={upload.name} onCancel={upload.cancel} percent={upload.percent} />
      )}
      <div
        className={`flex flex-wrap gap-3 ${isDialog ? 'justify-end border-t border-line pt-4' : ''} ${footerClass}`}
      >
        {isDialog && dialogCancel}
        <Button busy={state.isSaving} type="submit" variant={submitVariant}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} variant="quiet">
            {t('Cancel', 'Cancelar')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface RecordFormProps<
  F extends RecordFields,
  Row extends Versioned,
  Values extends FormValues<F>,
  Body extends FieldValues,
> extends Omit<FormShellProps<Row, Values, Body>, 'differences' | 'children'> {
  fields: F;
  overrides?: Overrides<F>;
  columns?: string;
  /** Controls after those of the fields. */
  children?: ReactNode;
}

/** The form of a record; its controls and conflicts derive from the fields. */
export function RecordForm<
  F extends RecordFields,
  Row extends Versioned,
  Values extends FormValues<F>,
  Body extends FieldValues,
>({ fields, overrides = {}, columns, children, ...shell }: RecordFormProps<F, Row, Values, Body>) {
  const labelOf = (name: keyof Overrides<F>, id: string) =>
    overrides[name]?.options?.find(({ value }) => value === id)?.label;
  return (
    <FormShell
      {...shell}
      differences={(current, entered) => differencesOf(fields, current, entered, labelOf)}
    >
      <FormFields columns={columns} fields={fields} form={shell.state.form} overrides={overrides} />
      {children}
    </FormShell>
  );
}
