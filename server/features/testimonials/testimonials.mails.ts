import { company } from '#contract/company.ts';
import { companyTimeZone } from '#contract/dates.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/outbox.ts';

const dateInWords = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  dateStyle: 'long',
});

/** To the sender of a won inquiry: who asks for a few words, why, and the link that takes them once. */
export function invitationMail(
  inquiry: Pick<Inquiry, 'contact_person' | 'email_address' | 'reference'>,
  link: { url: string; expires: Date },
  office: string,
): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: `How did we do, ${inquiry.contact_person}?`,
    ...mailBody([
      `Hello ${inquiry.contact_person},`,
      `You gave ${company.name} your cars to haul (${inquiry.reference}). Would you tell other dealers how it went, in a sentence or two? We would like to show it on our home page, with your name and your company.`,
      'Write it here:',
      { link: link.url },
      `The link works once, until ${dateInWords.format(link.expires)}. Somebody in our office reads what you write before it is on the site. If we have mailed you more than one link, the newest is the one that works.`,
      `You do not have to do anything. If something went wrong on the way, answer this mail or call ${company.phones.general.number}: we would rather know.`,
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
    ]),
  };
}
