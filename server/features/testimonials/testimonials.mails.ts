import { company } from '#contract/company/profile.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import { locale, t } from '#contract/text/languages.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The mail to the sender of a won inquiry with the one-time link. Repeats nothing that the sender typed. */
export function invitationMail(
  inquiry: Pick<Inquiry, 'email_address' | 'reference'>,
  link: { url: string; expires: Date },
  office: string,
): Mail {
  const until = link.expires.toLocaleDateString(locale(), {
    timeZone: companyTimeZone,
    dateStyle: 'long',
  });
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: t('How did we do?', '¿Cómo le fue con nosotros?'),
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        `${company.name} hauled your vehicles (${inquiry.reference}). Would you tell other dealers how it went, in a sentence or two? We'd like to show it on our home page, with your name and company.`,
        `${company.name} transportó sus vehículos (${inquiry.reference}). ¿Les contaría a otros dealers cómo le fue, en una o dos frases? Nos gustaría mostrarlo en nuestra página de inicio, con su nombre y su empresa.`,
      ),
      t('Write it here:', 'Escríbalo aquí:'),
      { link: link.url, isOneTime: true },
      t(
        `The link works once, until ${until}. We review your testimonial before it appears on our site. If we sent you more than one link, use the newest.`,
        `El enlace sirve una sola vez, hasta el ${until}. Revisamos su testimonio antes de publicarlo. Si le mandamos más de un enlace, use el más nuevo.`,
      ),
      t(
        `If something went wrong, reply to this email or call ${company.phones.general.number}.`,
        `Si algo salió mal, responda a este correo o llame al ${company.phones.general.number}.`,
      ),
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
    ]),
  };
}
