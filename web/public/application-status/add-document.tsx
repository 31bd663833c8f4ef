import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { resumeMaxBytes } from '#contract/form-choices.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { t } from '#contract/text/languages.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { chooseFiles } from '#web/lib/device/chosen-files.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { useLeaveWarning } from '#web/lib/navigation/leave-warning.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/input.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { ScanButton } from '#web/ui/scan/scan-button.tsx';

const load = importAgain(() => import('./document-call.ts'));
const loadScanDialog = importAgain(() => import('../applications/resume-scan-dialog.tsx'));
const megabytes = resumeMaxBytes / 1024 / 1024;

type State =
  | { tone: 'sending'; percent: number }
  | { tone: 'error' | 'success'; text: string }
  | null;

/** Sends one document after the other: chosen, or scanned from paper. */
export function AddDocument({ code }: { code: string }) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  /** The file with the key of its attempts. */
  const [chosen, setChosen] = useState<{ file: File; key: string } | null>(null);
  const [state, setState] = useState<State>(null);
  const isSending = state?.tone === 'sending';
  useLeaveWarning(isSending);

  const send = async () => {
    if (!chosen || isSending) return;
    setState({ tone: 'sending', percent: 0 });
    try {
      const calls = await load();
      try {
        await calls.send(code, chosen.file, {
          idempotencyKey: chosen.key,
          onProgress: (part) => setState({ tone: 'sending', percent: part * 100 }),
        });
        if (input.current) input.current.value = '';
        setChosen(null);
        setState({ tone: 'success', text: messages.documentSent });
        await revalidate();
      } catch (error) {
        setState({ tone: 'error', text: `${messages.documentFailed} ${calls.failureText(error)}` });
      }
    } catch {
      setState({ tone: 'error', text: messages.documentFailed });
    }
  };

  return (
    <section className="mt-10 border-t-2 border-ink py-6">
      <h2 className="display text-lg">{t('Add a document', 'Agregar un documento')}</h2>
      <noscript>
        <p className="mt-2">
          {t(
            'To send a document without JavaScript, reply to our email with it.',
            'Para enviar un documento sin JavaScript, mándelo como respuesta a nuestro correo.',
          )}
        </p>
      </noscript>
      <div className="mt-4 noscript:hidden">
        <Field
          hint={t(
            `Resume, CDL, medical card. PDF only, at most ${megabytes} MB.`,
            `Currículum, CDL, tarjeta médica. Solo PDF, de hasta ${megabytes} MB.`,
          )}
          label={t('Document', 'Documento')}
          name="file"
        >
          <FileInput
            accept="application/pdf,.pdf"
            disabled={!hydrated || isSending}
            onChange={(event) => {
              const file = event.target.files?.[0];
              setChosen(file ? { file, key: newIdempotencyKey() } : null);
              setState(null);
            }}
            ref={input}
          />
        </Field>
        <ScanButton
          disabled={!hydrated || isSending}
          loadDialog={loadScanDialog}
          megabytes={megabytes}
          onPdf={(pdf) => input.current && chooseFiles(input.current, [pdf])}
        />
        <div className="mt-4 grid grid-cols-1 gap-4">
          {state?.tone === 'sending' && (
            <Progress
              label={t('Sending your document', 'Enviando su documento')}
              value={state.percent}
            />
          )}
          {state && state.tone !== 'sending' && <Alert tone={state.tone}>{state.text}</Alert>}
          <Button
            busy={isSending}
            className="justify-self-start"
            disabled={!chosen}
            onClick={() => void send()}
          >
            {t('Send document', 'Enviar documento')}
          </Button>
        </div>
      </div>
    </section>
  );
}
