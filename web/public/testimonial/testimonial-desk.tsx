import { useEffect, useRef } from 'react';
import { testimonials as say } from '#contract/messages/testimonials.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { TestimonialForm, type TestimonialFormProps } from './testimonial-form.tsx';

/** The form, and the thanks once it is sent. */
export default function TestimonialDesk({
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
          {say.written}
        </h2>
      </div>
      <LinkButton className="mt-8" to="/" variant="secondary">
        Go to the home page
      </LinkButton>
    </section>
  );
}
