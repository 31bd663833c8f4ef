import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { testimonialInput, writeTestimonial } from '#contract/testimonials.ts';
import { call } from '#web/lib/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/form-values.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { SentTitle } from '../confirmation/confirmation-card.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { type TestimonialChoices, TestimonialFields } from './testimonial-fields.tsx';

interface TestimonialFormProps {
  code: string;
  /** The draft's name on this device. */
  draft: string;
  choices: TestimonialChoices;
  /** The client and company of the inquiry. */
  initial: FormValues;
  returned: ReturnedForm | null;
  onSent: () => void;
}

/** A client's testimonial: sent by fetch with scripts, as a form post without. */
function TestimonialForm({ code, choices, ...form }: TestimonialFormProps) {
  const state = usePublicForm({
    ...form,
    checks: { errors: (values) => fieldErrors(testimonialInput, values) },
    submitFailed: messages.writeFailed,
    send: (values, { key }) => {
      // The endpoint validates the body, whose type can't be known before.
      const input = { params: { code }, body: values as never };
      return call(writeTestimonial, input, { idempotencyKey: key });
    },
  });
  return (
    <PublicForm action={`/testimonial/${code}`} state={state}>
      <div className="grid grid-cols-1 gap-5">
        <TestimonialFields choices={choices} />
        <div className="border-t-2 border-ink pt-6">
          <Button busy={state.isBusy} size="lg" type="submit">
            {state.isBusy ? 'Sending…' : 'Send'}
          </Button>
        </div>
      </div>
    </PublicForm>
  );
}

/** The form, or a thank-you once it is sent. */
export default function TestimonialIsland({
  sent,
  ...form
}: TestimonialFormProps & { sent: boolean }) {
  return sent ? <Thanks /> : <TestimonialForm {...form} />;
}

function Thanks() {
  return (
    <section className="border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10">
      <SentTitle isNew>{messages.written}</SentTitle>
      <LinkButton className="mt-8" to="/" variant="secondary">
        Go to the home page
      </LinkButton>
    </section>
  );
}
