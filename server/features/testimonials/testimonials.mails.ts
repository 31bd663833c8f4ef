import { company } from '#contract/company/profile.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  dateStyle: 'long',
});

/** The mail to the sender of a won inquiry with the one-time link. Repeats nothing that the sender typed. */
export function invitationMail(
  inquiry: Pick<Inquiry, 'email_address' | 'reference'>,
  link: { url: string; expires: Date },
  office: string,
): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: 'How did we do?',
    ...mailBody([
      'Hello,',
      `${company.name} hauled your vehicles (${inquiry.reference}). Would you tell other dealers how it went, in a sentence or two? We'd like to show it on our home page, with your name and company.`,
      'Write it here:',
      { link: link.url, isOneTime: true },
      `The link works once, until ${dateFormat.format(link.expires)}. We review your testimonial before it appears on our site. If we sent you more than one link, use the newest.`,
      `If something went wrong, reply to this email or call ${company.phones.general.number}.`,
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
    ]),
  };
}
