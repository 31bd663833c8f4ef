import { type ReactNode, useId, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx';
import { toast } from '../shared/toast.tsx';

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
  if (codes) {
    const footer = (
      <Button onClick={onClose}>{t('I saved the codes', 'Ya guardé los códigos')}</Button>
    );
    return (
      <Dialog
        footer={footer}
        onClose={onClose}
        title={t('Recovery codes', 'Códigos de recuperación')}
      >
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
    <Dialog description={props.description} footer={footer} onClose={onClose} title={props.title}>
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

/** The recovery codes, shown once. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState<boolean | null>(null);

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <div className="grid gap-4 pb-3">
      <p>
        {t(
          'Each code signs you in once when you don’t have your phone. Print them or keep them where you keep passwords. They aren’t shown again.',
          'Cada código sirve para iniciar sesión una vez cuando no tenga su teléfono. Imprímalos o guárdelos donde guarda sus contraseñas. No se vuelven a mostrar.',
        )}
      </p>
      <ul
        aria-label={t('Recovery codes', 'Códigos de recuperación')}
        className="grid gap-x-8 gap-y-2 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={copy} size="sm" variant="secondary">
          {t('Copy', 'Copiar')}
        </Button>
        <p className="text-sm font-semibold" role="status">
          {copied === true && t('The codes are copied.', 'Se copiaron los códigos.')}
          {copied === false &&
            t(
              "The browser didn't let us copy. Select the codes instead.",
              'El navegador no permitió copiar. Seleccione los códigos.',
            )}
        </p>
      </div>
    </div>
  );
}
