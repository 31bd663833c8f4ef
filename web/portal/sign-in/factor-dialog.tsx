import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { toast } from '../shared/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorDialogProps {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  danger?: boolean;
  busy: boolean;
  onClose: () => void;
  /** Shown instead of the form, once they are made. */
  codes?: readonly string[] | undefined;
  /** The form; the button submits it by this id. */
  children: (formId: string) => ReactNode;
}

/** A change of the second factors; then its recovery codes, if it made some. */
export function FactorDialog({ codes, onClose, ...props }: FactorDialogProps) {
  const id = useId();
  const close = (open: boolean) => !open && onClose();
  if (codes) {
    const footer = <Button onClick={onClose}>I saved the codes</Button>;
    return (
      <Dialog footer={footer} onOpenChange={close} open title="Recovery codes">
        <RecoveryCodes codes={codes} />
      </Dialog>
    );
  }
  const footer = (
    <>
      <DialogCancel />
      <Button
        busy={props.busy}
        form={id}
        type="submit"
        variant={props.danger ? 'danger' : 'primary'}
      >
        {props.submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      description={props.description}
      footer={footer}
      onOpenChange={close}
      open
      title={props.title}
    >
      {props.children(id)}
    </Dialog>
  );
}

/** Says that a change was made and closes its dialog. Codes stay open: the message would cover their button. */
export function announce(onClose: () => void) {
  return {
    onSuccess(reply: { message: string; recovery_codes?: string[] | undefined }): void {
      if (reply.recovery_codes) return;
      toast.show(reply.message, 'success');
      onClose();
    },
  };
}
