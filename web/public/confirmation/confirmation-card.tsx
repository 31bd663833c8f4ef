import { type ReactNode, useEffect, useRef } from 'react';
import { longDayAndTime } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import {
  type Confirmation,
  type ConfirmedForm,
  saveConfirmation,
  useConfirmation,
} from '#web/lib/session/confirmations.ts';
import { Button } from '#web/ui/button.tsx';
import { PhoneLink } from '../layout/contact-links.tsx';

/** The confirmation of the form just sent, which it stores on this device, or else an earlier one. */
export function useSentConfirmation(form: ConfirmedForm, justSent: Confirmation | null) {
  const earlier = useConfirmation(form);
  useEffect(() => {
    if (justSent) saveConfirmation(form, justSent);
  }, [form, justSent]);
  return justSent ?? earlier;
}

interface ConfirmationCardProps {
  title: string;
  confirmation: Confirmation;
  referenceLabel: string;
  /** What happens next. */
  steps: readonly ReactNode[];
  /** Moves the focus to the title. */
  isNew: boolean;
  /** Shows a close button. */
  onClose?: (() => void) | undefined;
  actions?: ReactNode;
}

export function ConfirmationCard(props: ConfirmationCardProps) {
  const { title, confirmation, referenceLabel, steps, isNew, onClose, actions } = props;
  return (
    <section className="mb-10 border-t-8 border-signal bg-sheet px-6 py-10 sm:px-10 lg:py-14">
      <SentTitle isNew={isNew}>{title}</SentTitle>
      <p className="mt-3">
        <span>{confirmation.subject}</span>
        {t(', sent ', ', enviada el ')}
        <time dateTime={confirmation.sentAt} suppressHydrationWarning>
          {longDayAndTime(confirmation.sentAt)}
        </time>
      </p>
      <p className="legend mt-8 text-steel">{referenceLabel}</p>
      <p className="display mt-1 text-3xl break-all">{confirmation.reference}</p>
      <ol className="measure mt-8 grid grid-cols-1 list-decimal gap-2 pl-6 marked">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
          <li key={index}>{step}</li>
        ))}
      </ol>
      <div className="mt-10 flex flex-wrap gap-4 empty:hidden">
        {actions}
        {onClose && (
          <Button onClick={onClose} variant="secondary">
            {t('Close', 'Cerrar')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Shows that a form was sent; takes the focus right after sending. */
export function SentTitle({ isNew, children }: { isNew: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isNew]);
  return (
    <div role="status">
      <h2 className="display text-xl text-success outline-none" ref={heading} tabIndex={-1}>
        {children}
      </h2>
    </div>
  );
}

export function CallUs({ question }: { question: string }) {
  return (
    <>
      {t(
        <>
          {question} Call <PhoneLink className="text-link inline-block font-bold" /> and quote the
          reference.
        </>,
        <>
          {question} Llame al <PhoneLink className="text-link inline-block font-bold" /> y dé la
          referencia.
        </>,
      )}
    </>
  );
}
