import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { Proof } from './sign-in.data.ts';

interface ProofDialogProps {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  danger?: boolean;
  hasFactor: boolean;
  /** The change that the proof allows. */
  change: { isPending: boolean; error: unknown };
  failed: string;
  messageOf?: (error: unknown) => string;
  onSubmit: (proof: Proof, data: FormData) => void;
  onClose: () => void;
  /** Shown instead of the form, once they are made. */
  codes?: readonly string[] | undefined;
  children?: ReactNode;
}

/** A change of the second factors, after the owner's proof; then its recovery codes, if it made some. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, description, submitLabel, danger = false, hasFactor, change, failed } = props;
  const { messageOf = (error) => errorMessage(error, failed), onSubmit, onClose, codes } = props;
  const id = useId();
  const footer = codes ? (
    <Button onClick={onClose}>I saved the codes</Button>
  ) : (
    <>
      <DialogCancel />
      <Button
        busy={change.isPending}
        form={id}
        type="submit"
        variant={danger ? 'danger' : 'primary'}
      >
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      description={codes ? undefined : description}
      footer={footer}
      onOpenChange={(open) => !open && onClose()}
      open
      title={codes ? 'Recovery codes' : title}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <ProofForm
          error={change.error}
          hasFactor={hasFactor}
          id={id}
          messageOf={messageOf}
          onSubmit={onSubmit}
        >
          {props.children}
        </ProofForm>
      )}
    </Dialog>
  );
}
