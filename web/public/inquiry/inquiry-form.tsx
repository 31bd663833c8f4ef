import { useRef, useState } from 'react';
import { company } from '#contract/company.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { publicForms as say } from '#contract/messages/public-forms.ts';
import { callFailure, isRefusal } from '#web/lib/call-failure.ts';
import { useDraft } from '#web/lib/draft-keeper.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { inquiryErrors, sendForm } from './inquiry-call.ts';
import { type InquiryChoices, InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha, recaptchaToken } from './recaptcha.ts';

/** A form that came back from the server without scripts. */
export interface ReturnedInquiry {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
}

export interface InquiryFormProps {
  choices: InquiryChoices;
  siteKey: string | null;
  returned: ReturnedInquiry | null;
  onSent: (reference: string) => void;
}

/** The inquiry: sent in place with scripts, as a plain form post without. */
export function InquiryForm({ choices, siteKey, returned, onSent }: InquiryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: returned?.values ?? {}, round: 0 });
  const [message, setMessage] = useState(returned?.message ?? '');
  const [busy, setBusy] = useState(false);
  const keeper = useDraft('inquiry', () => form.current && readForm(form.current));
  const check = useFormCheck(form, inquiryErrors, returned?.errors);

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
    keeper.keepNow();
    const token = await recaptchaToken(siteKey);
    const reference = await sendForm({ ...values, recaptchaToken: token }, keeper.key());
    keeper.clear();
    onSent(reference);
  };

  const submit = async () => {
    if (!form.current || busy) return;
    setBusy(true);
    try {
      await send(form.current);
    } catch (error) {
      const { status, body } = callFailure(error) ?? {
        status: 0,
        body: { error: general.offline },
      };
      if (isRefusal(status)) keeper.renewKey();
      const reason = status === 422 ? say.alreadyHere : body.error;
      showErrors(('fields' in body && body.fields) || {}, `${inquiries.submitFailed} ${reason}`);
    }
    setBusy(false);
  };

  return (
    <FormState errors={check.errors} values={start.values}>
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
          keeper.touch();
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
            keeper={keeper}
            onFill={(values) => {
              check.setErrors({});
              setMessage('');
              setStart(({ round }) => ({ values, round: round + 1 }));
            }}
          />
          {message && (
            <Notice onClose={hydrated ? () => setMessage('') : undefined} tone="error">
              {message}
            </Notice>
          )}
        </div>
        <InquirySections choices={choices} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
          <Button busy={busy} size="lg" type="submit">
            {busy ? 'Sending…' : 'Send inquiry'}
          </Button>
          <p className="text-sm text-steel">{company.shortName} answers within one business day.</p>
        </div>
      </form>
    </FormState>
  );
}
