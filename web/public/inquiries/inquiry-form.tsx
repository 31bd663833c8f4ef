import { useEffect, useEffectEvent } from 'react';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm, TermsLinks } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { CertificateSection, InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha } from './recaptcha.ts';

interface InquiryFormProps {
  kind: 'quote' | 'certificate';
  siteKey: string | null;
  returned: ReturnedForm | null;
  onSent: (confirmation: Confirmation) => void;
}

const empties = { quote: {}, certificate: { kind: 'certificate' } };
const drafts = { quote: 'inquiry', certificate: 'certificate' };

const load = importAgain(() => import('./inquiry-call.ts'));

/** The inquiry form: sent by fetch with scripts, as a form post without. */
export function InquiryForm({ kind, siteKey, returned, onSent }: InquiryFormProps) {
  const state = usePublicForm({
    draft: drafts[kind],
    initial: empties[kind],
    returned,
    load,
    submitFailed: messages.submitFailed,
    send: (calls, values, { key }) => calls.send(values, { key, siteKey }),
    onSent,
  });
  // For the summary of VINs that are back in the form.
  const prepareAgain = useEffectEvent(state.prepare);
  const hasVins = Boolean(state.start.values.vins);
  useEffect(() => {
    if (hasVins) prepareAgain();
  }, [hasVins]);
  const isCertificate = kind === 'certificate';
  const prepare = siteKey === null ? undefined : () => void loadRecaptcha(siteKey);
  return (
    <PublicForm
      action={ownPath(isCertificate ? '/inquiry?kind=certificate' : '/inquiry')}
      onFocus={prepare}
      state={state}
    >
      {isCertificate ? (
        <CertificateSection />
      ) : (
        <InquirySections onRows={state.check.forget} summaryOf={state.calls?.vinSummary} />
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink py-8 lg:pl-[19.5rem]">
        <Button busy={state.isBusy} size="lg" type="submit">
          {state.isBusy
            ? t('Sending…', 'Enviando…')
            : isCertificate
              ? t('Send request', 'Enviar solicitud')
              : t('Send inquiry', 'Pedir la cotización')}
        </Button>
        <p className="text-sm text-steel">
          {isCertificate ? inquiryVehicles.certificateReply : messages.reply}
        </p>
        <div className="basis-full">
          <TermsLinks />
        </div>
      </div>
    </PublicForm>
  );
}
