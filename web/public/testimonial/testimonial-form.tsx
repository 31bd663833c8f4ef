import { useRef, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { publicForms } from '#contract/messages/public-forms.ts';
import { testimonials as say } from '#contract/messages/testimonials.ts';
import { callFailure, isRefusal } from '#web/lib/call-failure.ts';
import { useDraft } from '#web/lib/draft-keeper.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { sendWords, wordErrors } from './testimonial-call.ts';
import { type TestimonialChoices, TestimonialFields } from './testimonial-fields.tsx';

/** A form that came back from the server without scripts. */
export interface ReturnedWords {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
}

export interface TestimonialFormProps {
  code: string;
  /** The name of its draft on this device. */
  draft: string;
  choices: TestimonialChoices;
  /** What the inquiry knows already: client and company. */
  known: FormValues;
  returned: ReturnedWords | null;
  onSent: () => void;
}

/** What a client says: sent in place with scripts, as a plain form post without. */
export function TestimonialForm(props: TestimonialFormProps) {
  const { code, draft, choices, known, returned, onSent } = props;
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: returned?.values ?? known, round: 0 });
  const [message, setMessage] = useState(returned?.message ?? '');
  const [busy, setBusy] = useState(false);
  const keeper = useDraft(draft, () => form.current && changed(readForm(form.current), known));
  const check = useFormCheck(form, wordErrors, returned?.errors);

  const showErrors = (errors: Record<string, string>, text: string) => {
    check.setErrors(errors);
    setMessage(text);
    requestAnimationFrame(() => form.current && focusFirst(form.current, errors));
  };

  const send = async (element: HTMLFormElement) => {
    const errors = check.all();
    if (Object.keys(errors).length > 0) {
      showErrors(errors, general.invalid);
      return;
    }
    check.setErrors({});
    setMessage('');
    keeper.keepNow();
    await sendWords(code, readForm(element), keeper.key());
    keeper.clear();
    onSent();
  };

  const submit = async () => {
    if (!form.current || busy) return;
    setBusy(true);
    try {
      await send(form.current);
    } catch (error) {
      const failure = callFailure(error);
      const { status, body } = failure ?? { status: 0, body: { error: general.offline } };
      if (isRefusal(status)) keeper.renewKey();
      const reason = status === 422 ? publicForms.alreadyHere : body.error;
      // A dead link is no accident on the way: nothing is to be sent again.
      const text = status === 404 ? reason : `${say.writeFailed} ${reason}`;
      showErrors(('fields' in body && body.fields) || {}, text);
    }
    setBusy(false);
  };

  return (
    <FormState errors={check.errors} values={start.values}>
      <form
        action={`/testimonial/${code}`}
        className="grid gap-5"
        key={start.round}
        method="post"
        noValidate={hydrated}
        onBlur={check.onBlur}
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
        <div className="sticky top-0 z-20 empty:hidden">
          <DraftOffer
            keeper={keeper}
            onFill={(values) => {
              check.setErrors({});
              setMessage('');
              setStart(({ round }) => ({ values: { ...known, ...values }, round: round + 1 }));
            }}
          />
          {message && (
            <Notice onClose={hydrated ? () => setMessage('') : undefined} tone="error">
              {message}
            </Notice>
          )}
        </div>
        <TestimonialFields choices={choices} />
        <div className="border-t-2 border-ink pt-6">
          <Button busy={busy} size="lg" type="submit">
            {busy ? 'Sending…' : 'Send'}
          </Button>
        </div>
      </form>
    </FormState>
  );
}

/** What somebody typed: what was filled in for them is no draft. */
function changed(values: FormValues, known: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== known[name]),
  );
}
