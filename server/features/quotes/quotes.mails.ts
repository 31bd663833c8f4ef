import { company } from '#contract/company/profile.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import type { Quote } from '#contract/quotes.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { locale, t } from '#contract/text/languages.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

type Addressed = Pick<Inquiry, 'email_address' | 'reference' | 'company_name'>;

/** The mail with the link to a quote. Repeats what the office wrote, and nothing that the sender typed. */
export function quoteMail(inquiry: Addressed, quote: Quote, url: string, office: string): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: t(
      `Your quote ${quote.number} from ${company.name}`,
      `Su cotización ${quote.number} de ${company.name}`,
    ),
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        `Here is our price for your transport inquiry ${inquiry.reference}.`,
        `Este es nuestro precio para su solicitud de transporte ${inquiry.reference}.`,
      ),
      ...(quote.message ? [quote.message] : []),
      [
        ...quote.lines.map(
          ({ description, quantity, unit_price }) =>
            [description, `${quantity.toLocaleString(locale())} × ${dollars(unit_price)}`] as const,
        ),
        ['Total', dollars(quote.total)],
        [t('Valid until', 'Válida hasta'), usCalendarDay(quote.valid_until)],
      ],
      t(
        'Read it as a PDF, accept it or ask a question here, without an account:',
        'Léala en PDF, acéptela o haga una pregunta aquí, sin cuenta:',
      ),
      { link: url, isOneTime: true },
      t(
        `Or reply to this email, or call ${company.phones.general.number} and mention ${quote.number}.`,
        `O responda a este correo, o llame al ${company.phones.general.number} y mencione ${quote.number}.`,
      ),
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
    ]),
  };
}

/**
 * Confirms an acceptance to the customer. Repeats what the office wrote, and nothing that was typed with the acceptance:
 * who has the link could otherwise mail words of their own to the address of the inquiry.
 */
export function acceptedMail(
  inquiry: Addressed,
  quote: Pick<Quote, 'number' | 'total'>,
  { url, day }: { url: string; day: string },
  office: string,
): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: t(
      `You accepted quote ${quote.number} of ${company.name}`,
      `Aceptó la cotización ${quote.number} de ${company.name}`,
    ),
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        'Thank you. This confirms that our quote was accepted, and we will call you to plan the pickup.',
        'Gracias. Le confirmamos que se aceptó nuestra cotización. Le llamaremos para planear la recogida.',
      ),
      [
        [t('Your reference', 'Su referencia'), inquiry.reference],
        [t('Quote', 'Cotización'), quote.number],
        [t('Total', 'Total'), dollars(quote.total)],
        [t('Accepted on', 'Aceptada el'), usCalendarDay(day)],
      ],
      t('The quote and where your request stands:', 'La cotización y cómo va su solicitud:'),
      { link: url, isOneTime: true },
      t(
        `Was this a mistake? Reply to this email, or call ${company.phones.general.number}.`,
        `¿Fue un error? Responda a este correo o llame al ${company.phones.general.number}.`,
      ),
    ]),
  };
}

/** Tells the customer that the office took back their acceptance, with the office's reason. */
export function takenBackMail(
  inquiry: Addressed,
  number: string,
  { reason, url }: { reason: string; url: string },
  office: string,
): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: t(
      `Your acceptance of quote ${number} was taken back`,
      `Se anuló la aceptación de la cotización ${number}`,
    ),
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        `We took back the acceptance of quote ${number}, and the quote is no longer open.`,
        `Anulamos la aceptación de la cotización ${number}, y la cotización ya no está abierta.`,
      ),
      reason,
      t('See where your request stands:', 'Vea aquí cómo va su solicitud:'),
      { link: url, isOneTime: true },
      t(
        `Questions? Reply to this email, or call ${company.phones.general.number}.`,
        `¿Preguntas? Responda a este correo o llame al ${company.phones.general.number}.`,
      ),
    ]),
  };
}

/** The mail to dispatch about an answer. */
export function answerMail(
  inquiry: Addressed,
  quote: Pick<Quote, 'number' | 'total'>,
  answer: { isAccepted: boolean; name: string; note: string; url: string },
  office: string,
): Mail {
  const verb = answer.isAccepted ? 'accepted' : 'declined';
  return {
    to: office,
    replyTo: inquiry.email_address,
    subject: `${inquiry.company_name} ${verb} quote ${quote.number}`,
    ...mailBody([
      `${inquiry.company_name} ${verb} quote ${quote.number}.`,
      [
        ['Inquiry', inquiry.reference],
        ['Total', dollars(quote.total)],
        [answer.isAccepted ? 'Accepted by' : 'Declined by', answer.name],
        ['Note', answer.note],
      ],
      `Open it: ${answer.url}`,
    ]),
  };
}
