import { company } from '#contract/company.ts';
import { companyTimeZone } from '#contract/dates.ts';
import { inquiryWarnings, warningSentences } from '#contract/form-warnings.ts';
import { contactFields, type Inquiry, shipmentFields } from '#contract/inquiries.ts';
import type { RecordField, RecordFields } from '#contract/record-fields.ts';
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

function formatField({ kind }: RecordField, value: unknown): string {
  if (value === null) return '';
  if (kind === 'date') return dateFormat.format(new Date(`${value}T00:00:00Z`));
  return kind === 'number' ? Number(value).toLocaleString('en-US') : String(value);
}

/** The fields' labels with the inquiry's values. */
function rowsOf(fields: RecordFields, inquiry: Record<string, unknown>) {
  return Object.entries(fields).map(
    ([name, field]) => [field.label, formatField(field, inquiry[name])] as const,
  );
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
        ...rowsOf(contactFields, inquiry),
      ],
      rowsOf(shipmentFields, inquiry),
      `All inquiries: ${publicUrl}/inquiries`,
    ]),
  };
}

/**
 * The confirmation to the sender: fixed text and the reference. The address may be a stranger's, so nothing that was
 * typed is repeated, not even a name.
 */
export function acknowledgementMail(
  { email_address, reference }: Pick<MailedInquiry, 'email_address' | 'reference'>,
  office: string,
): Mail {
  return {
    to: email_address,
    replyTo: office,
    subject: `We received your quote request ${reference}`,
    ...mailBody([
      'Hello,',
      `Thank you for asking ${company.name} for a quote. We received your request and will reply as soon as we can.`,
      [['Your reference', reference]],
      `To add something, reply to this email or call ${company.phones.general.number} and mention your reference.`,
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
      "If you didn't ask for a quote, someone entered your address by mistake. You can ignore this email.",
    ]),
  };
}
