import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm, TermsLinks } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { InquirySections } from './inquiry-sections.tsx';
import { loadRecaptcha } from './recaptcha.ts';

interface InquiryFormProps {
  siteKey: string | null;
  returned: ReturnedForm | null;
  onSent: (confirmation: Confirmation) => void;
}

const empty = {};

const load = importAgain(() => import('./inquiry-call.ts'));

/** The inquiry form: sent by fetch with scripts, as a form post without. */
export function InquiryForm({ siteKey, returned, onSent }: InquiryFormProps) {
  const state = usePublicForm({
    draft: 'inquiry',
    initial: empty,
    returned,
    load,
    submitFailed: messages.submitFailed,
    send: (calls, values, { key }) => calls.send(values, { key, siteKey }),
    onSent,
  });
  const prepare = siteKey === null ? undefined : () => void loadRecaptcha(siteKey);
  return (
    <PublicForm action="/inquiry" onFocus={prepare} state={state}>
      <InquirySections />
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
