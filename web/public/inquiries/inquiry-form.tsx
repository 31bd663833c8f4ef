import { inquiryInput, routeOf, sendInquiry } from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { fieldWarnings, inquiryWarnings } from '#contract/rules/form-warnings.ts';
import { call } from '#web/lib/api.ts';
import type { Confirmation } from '#web/lib/confirmations.ts';
import { fieldErrors } from '#web/lib/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm, TermsLinks } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { type InquiryChoices, InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha, recaptchaToken } from './recaptcha.ts';

interface InquiryFormProps {
  choices: InquiryChoices;
  siteKey: string | null;
  returned: ReturnedForm | null;
  onSent: (confirmation: Confirmation) => void;
}

const empty = {};

/** The inquiry form: sent by fetch with scripts, as a form post without. */
export default function InquiryForm({ choices, siteKey, returned, onSent }: InquiryFormProps) {
  const state = usePublicForm<Confirmation>({
    draft: 'inquiry',
    initial: empty,
    returned,
    checks: {
      errors: (values) => fieldErrors(inquiryInput, values),
      warnings: (values) => fieldWarnings(inquiryWarnings(values, new Date())),
    },
    submitFailed: messages.submitFailed,
    async send(values, { key }) {
      // The endpoint validates the body, whose type can't be known before.
      const body = { ...values, recaptchaToken: await recaptchaToken(siteKey) } as never;
      const options = { idempotencyKey: key, keepalive: true };
      const { reference } = await call(sendInquiry, { body }, options);
      return { sentAt: new Date().toISOString(), reference, subject: routeOf(values) };
    },
    onSent,
  });
  const prepare = siteKey === null ? undefined : () => void loadRecaptcha(siteKey);
  return (
    <PublicForm action="/inquiry" onFocus={prepare} state={state}>
      <InquirySections choices={choices} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
        <Button busy={state.isBusy} size="lg" type="submit">
          {state.isBusy ? 'Sending…' : 'Send inquiry'}
        </Button>
        <p className="text-sm text-steel">{messages.reply}</p>
        <div className="basis-full">
          <TermsLinks />
        </div>
      </div>
    </PublicForm>
  );
}
