import { useRef, useState } from 'react';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { t } from '#contract/text/languages.ts';
import { readForm } from '#web/lib/forms/form-values.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { useFormValues } from '#web/ui/form-state.tsx';
import { Input } from '#web/ui/input.tsx';
import type { Notice } from './draft-call.ts';
import { DriverHistoryFields } from './driver-history-fields.tsx';
import { OpenedDraft } from './opened-draft.tsx';

const load = importAgain(() => import('./draft-call.ts'));

interface ApplicationExtrasProps {
  jobId: string | null;
  onRows: (list: string) => void;
}

/** What of the application form loads after it: the driving record, and continuing on another device. */
function ApplicationExtras({ jobId, onRows }: ApplicationExtrasProps) {
  return (
    <>
      <DrivingRecord onRows={onRows} />
      <ContinueLater jobId={jobId} />
    </>
  );
}

export default { ApplicationExtras, OpenedDraft };

function DrivingRecord({ onRows }: Pick<ApplicationExtrasProps, 'onRows'>) {
  // A restored draft may have it.
  const hasValues = Object.keys(useFormValues()).some((name) => name.startsWith('driver_history.'));
  const [isOpen, setOpen] = useState(hasValues);
  return (
    <FormSection
      hint={t(
        'For drivers, and optional: you can also send it later. Federal rules ask for it before we can hire you.',
        'Para choferes, y opcional: también puede enviarlo después. Las reglas federales lo piden antes de contratar a un chofer.',
      )}
      title={t('Driving record', 'Historial de manejo')}
    >
      {isOpen || hasValues ? (
        <DriverHistoryFields onRows={onRows} />
      ) : (
        <div className="full">
          <Button onClick={() => setOpen(true)} variant="secondary">
            {t('Add my driving record', 'Agregar mi historial de manejo')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function ContinueLater({ jobId }: { jobId: string | null }) {
  const values = useFormValues();
  const box = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);

  const send = async () => {
    const form = box.current?.closest('form');
    if (!form) return;
    setBusy(true);
    const typed = readForm(form);
    const sent = load().then((calls) => calls.mailDraft(email ?? typed.email ?? '', typed, jobId));
    setNotice(await sent.catch((): Notice => ({ tone: 'error', text: messages.draftFailed })));
    setBusy(false);
  };

  return (
    <FormSection
      hint={t(
        "License numbers, gender, race and files aren't kept. You enter them again.",
        'Los números de licencia, el género, la raza y los archivos no se guardan. Los escribe de nuevo.',
      )}
      title={t('Finish it later', 'Terminar después')}
    >
      <div className="full grid grid-cols-1 gap-4" ref={box}>
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        <div className="flex flex-wrap items-end gap-4">
          <Field
            className="min-w-0 flex-[1_1_15rem]"
            label={t(
              'Email me a link to continue on another device',
              'Mándenme un enlace para seguir en otro dispositivo',
            )}
            name=""
          >
            <Input
              autoComplete="email"
              className="h-12"
              onChange={(event) => setEmail(event.target.value)}
              // Enter would send the application.
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void send();
              }}
              type="email"
              value={email ?? values.email ?? ''}
            />
          </Field>
          <Button busy={isBusy} className="h-12" onClick={() => void send()} variant="secondary">
            {t('Email me the link', 'Mandarme el enlace')}
          </Button>
        </div>
      </div>
    </FormSection>
  );
}
