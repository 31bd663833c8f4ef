import { company } from '#contract/company.ts';
import { companyTimeZone } from '#contract/dates.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/outbox.ts';

/** What both mails tell of: the inquiry as it is being stored. */
export type MailedInquiry = Omit<Inquiry, 'id' | 'version' | 'status' | 'note'>;

const timeInWords = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  dateStyle: 'long',
  timeStyle: 'short',
});
const dateInWords = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

function date(day: string | null): string {
  return day === null ? '' : dateInWords.format(new Date(`${day}T00:00:00Z`));
}

function count(vehicles: number | null): string {
  return vehicles === null ? '' : vehicles.toLocaleString('en-US');
}

/** To the office: every field, and an answer goes straight to the sender. */
export function officeMail(inquiry: MailedInquiry, office: string, publicUrl: string): Mail {
  const mark = inquiry.flagged ? '[check] ' : '';
  return {
    to: office,
    replyTo: inquiry.email_address,
    subject: `${mark}Quote request ${inquiry.reference} from ${inquiry.company_name}`,
    ...mailBody([
      `${inquiry.company_name} asks for a quote.`,
      ...(inquiry.flagged
        ? ['The check for automated senders was not passed. Please look before you answer.']
        : []),
      [
        ['Reference', inquiry.reference],
        ['Received', timeInWords.format(new Date(inquiry.created_at))],
        ['Company', inquiry.company_name],
        ['Contact person', inquiry.contact_person],
        ['Company address', inquiry.company_address],
        ['Phone', inquiry.phone_number],
        ['E-mail', inquiry.email_address],
        ['Website', inquiry.website],
      ],
      [
        ['Vehicle type', inquiry.vehicle_type],
        ['Number of vehicles', count(inquiry.number_of_vehicles)],
        ['Vehicle dimensions', inquiry.vehicle_dimension],
        ['Vehicle condition', inquiry.vehicle_condition],
        ['Special handling', inquiry.special_handling],
      ],
      [
        ['Pickup location', inquiry.pickup_location],
        ['Pickup date', date(inquiry.pickup_date)],
        ['Pickup facilities', inquiry.pickup_facilities],
        ['Delivery location', inquiry.delivery_location],
        ['Delivery date', date(inquiry.delivery_date)],
        ['Delivery facilities', inquiry.delivery_facilities],
        ['Additional information', inquiry.additional_info],
      ],
      `All inquiries: ${publicUrl}/inquiries`,
    ]),
  };
}

/** To the sender: it has arrived, under which reference, and whom to call. Free text is not sent back. */
export function acknowledgementMail(inquiry: MailedInquiry, office: string): Mail {
  return {
    to: inquiry.email_address,
    replyTo: office,
    subject: `We have your quote request ${inquiry.reference}`,
    ...mailBody([
      `Hello ${inquiry.contact_person},`,
      `Thank you for asking ${company.name} for a quote. Your request has arrived, and we will answer it as soon as we can.`,
      [
        ['Your reference', inquiry.reference],
        ['Vehicle type', inquiry.vehicle_type],
        ['Number of vehicles', count(inquiry.number_of_vehicles)],
        ['Vehicle condition', inquiry.vehicle_condition],
        ['Pickup', [inquiry.pickup_location, date(inquiry.pickup_date)].filter(Boolean).join(', ')],
        [
          'Delivery',
          [inquiry.delivery_location, date(inquiry.delivery_date)].filter(Boolean).join(', '),
        ],
      ],
      `To add something, answer this mail or call ${company.phones.general.number} and name your reference.`,
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
      'If you did not ask for a quote, somebody has entered your address by mistake, and you can ignore this mail.',
    ]),
  };
}
