import { useRef, useState } from 'react';
import { company } from '#contract/company.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { formFailure, isRefusal } from '#web/lib/call-error.ts';
import { type Confirmation, saveConfirmation } from '#web/lib/confirmations.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/lazy-hydrate.ts';
import { useLeaveWarning } from '#web/lib/leave-warning.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { TermsLinks } from '../confirmation/terms-links.tsx';
import { inquiryErrors, inquiryWarnings, routeOf, sendForm } from './inquiry-call.ts';
import { type InquiryChoices, InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha, recaptchaToken } from './recaptcha.ts';

/** The values and errors of a form that was posted without scripts and rejected. */
export interface ReturnedInquiry {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
}

interface InquiryFormProps {
  choices: InquiryChoices;
  siteKey: string | null;
  returned: ReturnedInquiry | null;
  onSent: (confirmation: Confirmation) => void;
}

/** The inquiry form: sent by fetch with scripts, as a form post without. */
export default function InquiryForm({ choices, siteKey, returned, onSent }: InquiryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: returned?.values ?? {}, round: 0 });
  const [message, setMessage] = useState(returned?.message ?? '');
  const [busy, setBusy] = useState(false);
  useLeaveWarning(busy);
  const draft = useDraft('inquiry', () => form.current && readForm(form.current));
  const check = useFormCheck(
    form,
    { errors: inquiryErrors, warnings: inquiryWarnings },
    returned?.errors,
  );

  const showErrors = (errors: Record<string, string>, text: string) => {
    check.setErrors(errors);
    setMessage(text);
    requestAnimationFrame(() => form.current && focusFirst(form.current, errors));
  };

  const send = async (element: HTMLFormElement) => {
    const values = readForm(element);
    const errors = check.all();
    if (Object.keys(errors).length > 0) {
      showErrors(errors, general.invalid);
      return;
    }
    check.setErrors({});
    setMessage('');
    draft.saveNow();
    const token = await recaptchaToken(siteKey);
    const reference = await sendForm({ ...values, recaptchaToken: token }, draft.key());
    draft.clear();
    const sent = { sentAt: new Date().toISOString(), reference, subject: routeOf(values) };
    saveConfirmation('inquiry', sent);
    onSent(sent);
  };

  const submit = async () => {
    if (!form.current || busy) return;
    setBusy(true);
    try {
      await send(form.current);
    } catch (error) {
      const { status, fields, reason } = formFailure(error);
      if (isRefusal(status)) draft.renewKey();
      showErrors(fields, `${inquiries.submitFailed} ${reason}`);
    }
    setBusy(false);
  };

  return (
    <FormState errors={check.errors} values={start.values} warnings={check.warnings}>
      <form
        action="/inquiry"
        key={start.round}
        method="post"
        noValidate={hydrated}
        onBlur={check.onBlur}
        onFocus={() => {
          if (siteKey) void loadRecaptcha(siteKey);
        }}
        onInput={(event) => {
          draft.onInput();
          check.onInput(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        ref={form}
      >
        <div className="sticky top-0 z-20 not-empty:mb-6">
          <DraftOffer
            draft={draft}
            onFill={(values) => {
              check.setErrors({});
              setMessage('');
              setStart(({ round }) => ({ values, round: round + 1 }));
            }}
          />
          {message && (
            <Alert onClose={hydrated ? () => setMessage('') : undefined} tone="error">
              {message}
            </Alert>
          )}
        </div>
        <InquirySections choices={choices} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
          <Button busy={busy} size="lg" type="submit">
            {busy ? 'Sending…' : 'Send inquiry'}
          </Button>
          <p className="text-sm text-steel">{company.shortName} replies within one business day.</p>
          <div className="basis-full">
            <TermsLinks />
          </div>
        </div>
      </form>
    </FormState>
  );
}
