import { useRef, useState } from 'react';
import { company } from '#contract/company.ts';
import { CallError } from '#contract/endpoint.ts';
import { inquiryInput, sendInquiry } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { publicForms as say } from '#contract/messages/public-forms.ts';
import { call } from '#web/lib/api.ts';
import { useDraft } from '#web/lib/draft-keeper.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, fieldErrors, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha, recaptchaToken } from './recaptcha.ts';

/** A form that came back from the server without scripts. */
export interface ReturnedInquiry {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
}

interface InquiryFormProps {
  siteKey: string | null;
  returned: ReturnedInquiry | null;
  onSent: (reference: string) => void;
}

/** The inquiry: sent in place with scripts, as a plain form post without. */
export function InquiryForm({ siteKey, returned, onSent }: InquiryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: returned?.values ?? {}, round: 0 });
  const [message, setMessage] = useState(returned?.message ?? '');
  const [busy, setBusy] = useState(false);
  const keeper = useDraft('inquiry', () => form.current && readForm(form.current));
  const check = useFormCheck(form, (values) => fieldErrors(inquiryInput, values), returned?.errors);

  const showErrors = (errors: Record<string, string>, text: string) => {
    check.setErrors(errors);
    setMessage(text);
    requestAnimationFrame(() => form.current && focusFirst(form.current, errors));
  };

  const submit = async () => {
    if (!form.current || busy) return;
    const errors = check.all();
    if (Object.keys(errors).length > 0) {
      showErrors(errors, general.invalid);
      return;
    }
    setBusy(true);
    setMessage('');
    keeper.touch();
    const values = readForm(form.current);
    try {
      const body = { ...values, recaptchaToken: await recaptchaToken(siteKey) };
      const options = { idempotencyKey: keeper.key() };
      const { reference } = await call(sendInquiry, { body: body as never }, options);
      keeper.clear();
      onSent(reference);
    } catch (error) {
      setBusy(false);
      const failure =
        error instanceof CallError ? error : new CallError(0, { error: general.unexpected });
      if (failure.status >= 400 && failure.status < 500) keeper.renewKey();
      const reason = failure.status === 422 ? say.alreadyHere : failure.body.error;
      showErrors(failure.body.fields ?? {}, say.inquiryFailed(reason));
    }
  };

  return (
    <>
      <DraftOffer
        keeper={keeper}
        onFill={(values) => {
          check.setErrors({});
          setMessage('');
          setStart(({ round }) => ({ values, round: round + 1 }));
        }}
      />
      <FormState errors={check.errors} values={start.values}>
        <form
          action="/inquiry"
          key={start.round}
          method="post"
          noValidate={hydrated}
          onBlur={check.onBlur}
          onFocus={() => siteKey && void loadRecaptcha(siteKey)}
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
          {message && (
            <Notice
              className="sticky top-0 z-20 mb-6"
              onClose={hydrated ? () => setMessage('') : undefined}
              tone="error"
            >
              {message}
            </Notice>
          )}
          <InquirySections />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
            <Button busy={busy} size="lg" type="submit">
              {busy ? 'Sending…' : 'Send inquiry'}
            </Button>
            <p className="text-sm text-steel">
              {company.shortName} answers within one business day.
            </p>
          </div>
        </form>
      </FormState>
    </>
  );
}
