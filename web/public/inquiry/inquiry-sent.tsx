import { useEffect, useRef } from 'react';
import { company, telHref } from '#contract/company.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';

interface InquirySentProps {
  reference: string;
  /** Goes back to an empty form; without scripts the link loads one. */
  onAnother?: () => void;
}

/** The receipt: the reference to quote, and what happens next. */
export function InquirySent({ reference, onAnother }: InquirySentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  const phone = company.phones.general.number;
  return (
    <section className="border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10 lg:py-14">
      <div role="status">
        <h2 className="display text-xl text-success outline-none" ref={heading} tabIndex={-1}>
          {inquiries.submitted}
        </h2>
      </div>
      <p className="legend mt-8 text-steel">Your reference</p>
      <p className="display mt-1 text-3xl break-all">{reference}</p>
      <ol className="measure mt-8 grid list-decimal gap-2 pl-6 marker:font-bold marker:text-rust">
        <li>Your inquiry is stored, and a confirmation is on its way to your e-mail.</li>
        <li>A dispatcher reads it and answers with a price within one business day.</li>
        <li>
          In a hurry? Call{' '}
          <a className="text-link font-bold whitespace-nowrap" href={telHref(phone)}>
            {phone}
          </a>{' '}
          and quote the reference.
        </li>
      </ol>
      <div className="mt-10 flex flex-wrap gap-4">
        <LinkButton to="/" variant="secondary">
          Go to the home page
        </LinkButton>
        <a
          className={buttonClass({ variant: 'quiet' })}
          href="/inquiry"
          onClick={(event) => {
            if (!onAnother) return;
            event.preventDefault();
            onAnother();
          }}
        >
          Send another inquiry
        </a>
      </div>
    </section>
  );
}
