import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { SentTitle } from '../confirmation/confirmation-card.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { TestimonialFields } from './testimonial-fields.tsx';

interface TestimonialFormProps {
  code: string;
  /** The draft's name on this device. */
  draft: string;
  /** The client and company of the inquiry. */
  initial: FormValues;
  returned: ReturnedForm | null;
  onSent: () => void;
}

const load = importAgain(() => import('./testimonial-call.ts'));

/** A client's testimonial: sent by fetch with scripts, as a form post without. */
export function TestimonialForm({ code, ...form }: TestimonialFormProps) {
  const state = usePublicForm({
    ...form,
    load,
    submitFailed: messages.writeFailed,
    send: (calls, values, { key }) => calls.send(code, values, key),
  });
  return (
    <PublicForm action={ownPath(`/testimonial/${code}`)} state={state}>
      <div className="grid grid-cols-1 gap-5">
        <TestimonialFields />
        <div className="border-t-2 border-ink pt-6">
          <Button busy={state.isBusy} size="lg" type="submit">
            {state.isBusy ? t('Sending…', 'Enviando…') : t('Send', 'Enviar')}
          </Button>
        </div>
      </div>
    </PublicForm>
  );
}

/** In the form's place once it is sent. */
export function TestimonialThanks() {
  return (
    <section className="border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10">
      <SentTitle isNew>{messages.written}</SentTitle>
      <LinkButton className="mt-8" to="/" variant="secondary">
        {t('Go to the home page', 'Ir al inicio')}
      </LinkButton>
    </section>
  );
}
