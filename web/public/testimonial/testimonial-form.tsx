import { useEffect, useRef, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { writeTestimonial } from '#contract/testimonials.ts';
import { call } from '#web/lib/api.ts';
import { formFailure, isRefusal } from '#web/lib/call-error.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, fieldErrors, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/lazy-hydrate.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { type TestimonialChoices, TestimonialFields } from './testimonial-fields.tsx';

/** The values and errors of a form that was posted without scripts and rejected. */
export interface ReturnedTestimonial {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
}

export interface TestimonialFormProps {
  code: string;
  /** The name of its draftName on this device. */
  draftName: string;
  choices: TestimonialChoices;
  /** Prefilled from the inquiry: client and company. */
  known: FormValues;
  returned: ReturnedTestimonial | null;
  onSent: () => void;
}

/** A client's testimonial: sent by fetch with scripts, as a form post without. */
export function TestimonialForm(props: TestimonialFormProps) {
  const { code, draftName, choices, known, returned, onSent } = props;
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: returned?.values ?? known, round: 0 });
  const [message, setMessage] = useState(returned?.message ?? '');
  const [busy, setBusy] = useState(false);
  const draft = useDraft(draftName, () => form.current && changed(readForm(form.current), known));
  const check = useFormCheck(form, { errors: testimonialErrors }, returned?.errors);

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
    draft.saveNow();
    await sendTestimonial(code, readForm(element), draft.key());
    draft.clear();
    onSent();
  };

  const submit = async () => {
    if (!form.current || busy) return;
    setBusy(true);
    try {
      await send(form.current);
    } catch (error) {
      const { status, fields, reason } = formFailure(error);
      if (isRefusal(status)) draft.renewKey();
      // An invalid link is final, so don't suggest sending again.
      const text = status === 404 ? reason : `${messages.writeFailed} ${reason}`;
      showErrors(fields, text);
    }
    setBusy(false);
  };

  return (
    <FormState errors={check.errors} values={start.values}>
      <form
        action={`/testimonial/${code}`}
        className="grid grid-cols-1 gap-5"
        key={start.round}
        method="post"
        noValidate={hydrated}
        onBlur={check.onBlur}
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
        <div className="sticky top-0 z-20 empty:hidden">
          <DraftOffer
            draft={draft}
            onFill={(values) => {
              check.setErrors({});
              setMessage('');
              setStart(({ round }) => ({ values: { ...known, ...values }, round: round + 1 }));
            }}
          />
          {message && (
            <Alert onClose={hydrated ? () => setMessage('') : undefined} tone="error">
              {message}
            </Alert>
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

/** What somebody typed: what was filled in for them is no draftName. */
function changed(values: FormValues, known: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== known[name]),
  );
}

/** Errors by wire name. */
function testimonialErrors(values: FormValues): Record<string, string> {
  return fieldErrors(writeTestimonial.body, values);
}

/** Sends a client's testimonial; rejects with a CallError. */
async function sendTestimonial(code: string, values: FormValues, key: string): Promise<void> {
  // The endpoint validates the body, whose type can't be known before.
  const input = { params: { code }, body: values as never };
  await call(writeTestimonial, input, { idempotencyKey: key });
}

/** The form, or a thank-you once it is sent. */
export default function TestimonialIsland({
  sent,
  ...form
}: TestimonialFormProps & { sent: boolean }) {
  return sent ? <Thanks /> : <TestimonialForm {...form} />;
}

function Thanks() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10">
      <div role="status">
        <h2 className="display text-xl text-success outline-none" ref={heading} tabIndex={-1}>
          {messages.written}
        </h2>
      </div>
      <LinkButton className="mt-8" to="/" variant="secondary">
        Go to the home page
      </LinkButton>
    </section>
  );
}
