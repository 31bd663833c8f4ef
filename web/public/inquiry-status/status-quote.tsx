import { inquiryStatus as messages } from '#contract/messages/quotes.ts';
import type { Quote, QuoteStatus } from '#contract/quotes.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars, sumOf } from '#contract/rules/dollars.ts';
import { locale, t } from '#contract/text/languages.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';
import type { Sent } from './inquiry-status-call.ts';
import { StatusForm } from './status-form.tsx';

interface StatusQuoteProps {
  code: string;
  quote: Quote;
  /** Whether the inquiry still takes answers: it isn't closed, and no quote is accepted. */
  isOpen: boolean;
  returned: ReturnedForm | null;
  onSent: (sent: Sent) => void;
}

const states: Record<QuoteStatus, (quote: Quote) => string> = {
  draft: () => '',
  sent: ({ valid_until: day }) =>
    t(`Valid until ${usCalendarDay(day)}`, `Válida hasta el ${usCalendarDay(day)}`),
  accepted: ({ answered_by: who }) => t(`Accepted by ${who}`, `Aceptada por ${who}`),
  declined: ({ answered_by: who }) => t(`Declined by ${who}`, `Rechazada por ${who}`),
  expired: ({ valid_until: day }) =>
    t(`Expired on ${usCalendarDay(day)}`, `Venció el ${usCalendarDay(day)}`),
  withdrawn: () => t('Withdrawn', 'Retirada'),
};

export function StatusQuote({ code, quote, isOpen, returned, onSent }: StatusQuoteProps) {
  const { quote_id, number, lines, total, message, status } = quote;
  const form = { code, submitFailed: messages.answerFailed, onSent };
  const returnedFor = (answer: string) => (returned?.values.answer === answer ? returned : null);
  return (
    <section className="border-t-8 border-signal bg-sheet px-5 py-6 sm:px-10">
      <h2 className="display text-xl">
        {t('Quote', 'Cotización')} <span className="whitespace-nowrap">{number}</span>
      </h2>
      <p className="mt-1 font-semibold">{states[status](quote)}</p>
      {message && <p className="mt-4 whitespace-pre-line wrap-anywhere">{message}</p>}
      <dl className="mt-5 tabular-nums">
        {lines.map(({ description, quantity, unit_price }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sent quote never change
          <div className="flex justify-between gap-4 border-b border-line py-3" key={place}>
            <dt className="min-w-0 wrap-anywhere">
              {description}
              <span className="block text-sm text-steel">
                {quantity.toLocaleString(locale())} × {dollars(unit_price)}
              </span>
            </dt>
            <dd className="shrink-0">{dollars(sumOf([unit_price * quantity]))}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t-2 border-ink py-3 text-lg font-bold">
          <dt>{t('Total', 'Total')}</dt>
          <dd className="shrink-0">{dollars(total)}</dd>
        </div>
      </dl>
      <p className="mt-4">
        <AnchorButton
          download
          href={`/inquiry/${code}/quote-${quote_id}.pdf`}
          rel="noopener"
          size="sm"
          variant="secondary"
        >
          {t('Download PDF', 'Descargar PDF')}
        </AnchorButton>
      </p>
      {isOpen && (status === 'expired' || status === 'declined') && (
        <StatusForm
          {...form}
          hidden={{ quote_id: String(quote_id) }}
          returned={returned?.values.answer === undefined ? returned : null}
        >
          {(isBusy) => (
            <div className="mt-6">
              <Button busy={isBusy} type="submit">
                {isBusy
                  ? t('Sending…', 'Enviando…')
                  : t('Ask for a new price', 'Pedir un precio nuevo')}
              </Button>
            </div>
          )}
        </StatusForm>
      )}
      {isOpen && status === 'sent' && (
        <div className="mt-6 grid grid-cols-1 gap-5 border-t-2 border-ink pt-6">
          <StatusForm
            {...form}
            hidden={{ quote_id: String(quote_id), answer: 'accepted' }}
            returned={returnedFor('accepted')}
          >
            {(isBusy) => (
              <>
                <TextField
                  autoComplete="name"
                  hint={t(
                    `Typing your name and accepting orders the transport for ${dollars(total)}.`,
                    `Al escribir su nombre y aceptar, usted contrata el transporte por ${dollars(total)}.`,
                  )}
                  label={t('Your full name', 'Su nombre completo')}
                  name="name"
                  required
                />
                <div>
                  <Button busy={isBusy} size="lg" type="submit">
                    {isBusy
                      ? t('Sending…', 'Enviando…')
                      : t('Accept quote', 'Aceptar la cotización')}
                  </Button>
                </div>
              </>
            )}
          </StatusForm>
          <details open={returnedFor('declined') !== null}>
            <summary className="min-h-11 cursor-pointer py-2 font-semibold">
              {t('Decline this quote', 'Rechazar esta cotización')}
            </summary>
            <StatusForm
              {...form}
              hidden={{ quote_id: String(quote_id), answer: 'declined' }}
              returned={returnedFor('declined')}
            >
              {(isBusy) => (
                <>
                  <TextField
                    autoComplete="name"
                    label={t('Your full name', 'Su nombre completo')}
                    name="name"
                    required
                  />
                  <AreaField
                    hint={t(
                      'Price, dates, or something else? We may be able to help.',
                      '¿El precio, las fechas u otra cosa? Tal vez podamos ayudar.',
                    )}
                    label={t('Reason', 'Motivo')}
                    name="note"
                    rows={3}
                  />
                  <div>
                    <Button busy={isBusy} type="submit" variant="danger">
                      {isBusy
                        ? t('Sending…', 'Enviando…')
                        : t('Decline quote', 'Rechazar la cotización')}
                    </Button>
                  </div>
                </>
              )}
            </StatusForm>
          </details>
        </div>
      )}
    </section>
  );
}
