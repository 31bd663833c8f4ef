import { company } from '#contract/company.ts';
import { companyTimeZone } from '#contract/dates.ts';
import { inquiryWarnings, warningSentences } from '#contract/form-warnings.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The inquiry as it is being stored. */
export type MailedInquiry = Omit<Inquiry, 'id' | 'version' | 'status' | 'note' | 'notes'>;

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  dateStyle: 'long',
  timeStyle: 'short',
});
const dateFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

function formatDate(day: string | null): string {
  return day === null ? '' : dateFormat.format(new Date(`${day}T00:00:00Z`));
}

function formatCount(count: number | null): string {
  return count === null ? '' : count.toLocaleString('en-US');
}

/** The mail to the office: every field; replies go to the sender. */
export function officeMail(inquiry: MailedInquiry, office: string, publicUrl: string): Mail {
  const prefix = inquiry.flagged ? '[check] ' : '';
  return {
    to: office,
    replyTo: inquiry.email_address,
    subject: `${prefix}Quote request ${inquiry.reference} from ${inquiry.company_name}`,
    ...mailBody([
      `${inquiry.company_name} requests a quote.`,
      ...(inquiry.flagged
        ? ['This inquiry failed the spam check. Review it before you reply.']
        : []),
      ...warningSentences(inquiryWarnings(inquiry, new Date(inquiry.created_at))).map(
        (warning) => `Please check: ${warning}`,
      ),
      [
        ['Reference', inquiry.reference],
        ['Received', timeFormat.format(new Date(inquiry.created_at))],
        ['Company', inquiry.company_name],
        ['Contact person', inquiry.contact_person],
        ['Company address', inquiry.company_address],
        ['Phone', inquiry.phone_number],
        ['Email', inquiry.email_address],
        ['Website', inquiry.website],
      ],
      [
        ['Vehicle type', inquiry.vehicle_type],
        ['Number of vehicles', formatCount(inquiry.number_of_vehicles)],
        ['Vehicle dimensions', inquiry.vehicle_dimension],
        ['Vehicle condition', inquiry.vehicle_condition],
        ['Special handling', inquiry.special_handling],
      ],
      [
        ['Pickup location', inquiry.pickup_location],
        ['Pickup date', formatDate(inquiry.pickup_date)],
        ['Pickup facilities', inquiry.pickup_facilities],
        ['Delivery location', inquiry.delivery_location],
        ['Delivery date', formatDate(inquiry.delivery_date)],
        ['Delivery facilities', inquiry.delivery_facilities],
        ['Additional information', inquiry.additional_info],
      ],
      `All inquiries: ${publicUrl}/inquiries`,
    ]),
  };
}

/** The confirmation to the sender: reference, summary and phone number. Never quotes free text. */
export function acknowledgementMail(inquiry: MailedInquiry, office: string): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: `We received your quote request ${inquiry.reference}`,
    ...mailBody([
      `Hello ${inquiry.contact_person},`,
      `Thank you for asking ${company.name} for a quote. We received your request and will reply as soon as we can.`,
      [
        ['Your reference', inquiry.reference],
        ['Vehicle type', inquiry.vehicle_type],
        ['Number of vehicles', formatCount(inquiry.number_of_vehicles)],
        ['Vehicle condition', inquiry.vehicle_condition],
        [
          'Pickup',
          [inquiry.pickup_location, formatDate(inquiry.pickup_date)].filter(Boolean).join(', '),
        ],
        [
          'Delivery',
          [inquiry.delivery_location, formatDate(inquiry.delivery_date)].filter(Boolean).join(', '),
        ],
      ],
      `To add something, reply to this email or call ${company.phones.general.number} and mention your reference.`,
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
      "If you didn't ask for a quote, someone entered your address by mistake. You can ignore this email.",
    ]),
  };
}
