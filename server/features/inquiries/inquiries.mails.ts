import { company } from '#contract/company/profile.ts';
import { spanishChoices } from '#contract/form-choices.ts';
import {
  contactFields,
  type Inquiry,
  type InquiryInput,
  shipmentFields,
} from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryVehicles as vehicleMessages } from '#contract/messages/inquiry-vehicles.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import { inquiryWarnings, warningSentences } from '#contract/rules/form-warnings.ts';
import { stopText } from '#contract/rules/stops.ts';
import { vinSummary } from '#contract/rules/vins.ts';
import { type Language, locale, t } from '#contract/text/languages.ts';
import type { RecordField, RecordFields } from '#contract/wire/record-fields.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The inquiry as it is being stored. */
export type MailedInquiry = Pick<
  Inquiry,
  'reference' | 'flagged' | 'created_at' | 'kind' | 'vins' | 'stops'
> &
  Pick<InquiryInput, keyof typeof contactFields | keyof typeof shipmentFields> & {
    language: Language;
  };

function formatField({ kind }: RecordField, value: unknown): string {
  if (value === null) return '';
  if (kind === 'number') return Number(value).toLocaleString(locale());
  if (kind !== 'date') return String(value);
  const date = new Date(`${value}T00:00:00Z`);
  return date.toLocaleDateString(locale(), { timeZone: 'UTC', dateStyle: 'long' });
}

/** The fields' labels with the inquiry's values. */
function rowsOf(fields: RecordFields, inquiry: Record<string, unknown>) {
  return Object.entries(fields).map(
    ([name, field]) => [field.label, formatField(field, inquiry[name])] as const,
  );
}

/** The stops beyond one of each kind, and the VINs. */
function vehicleRows({ stops, vins }: MailedInquiry): (readonly [string, string])[] {
  const all = vins.map(({ vin }) => vin).join('\n');
  return [
    ['Stops', stops.length > 2 ? stops.map(stopText).join('\n') : ''],
    ['VINs', all && `${vinSummary(all)}\n${all}`],
  ];
}

/** The mail to the office: every field, and where it is in the portal; replies go to the sender. */
export function officeMail(inquiry: MailedInquiry, office: string, url: string): Mail {
  const isCertificate = inquiry.kind === 'certificate';
  const prefix = inquiry.flagged ? '[check] ' : '';
  return {
    to: office,
    replyTo: inquiry.email_address,
    subject: `${prefix}${isCertificate ? 'Certificate' : 'Quote'} request ${inquiry.reference} from ${inquiry.company_name}`,
    ...mailBody([
      `${inquiry.company_name} requests a ${isCertificate ? 'certificate of insurance' : 'quote'}.`,
      ...(inquiry.flagged ? [messages.flagged, messages.flaggedMails] : []),
      ...warningSentences(inquiryWarnings(inquiry, new Date(inquiry.created_at))).map(
        (warning) => `Please check: ${warning}`,
      ),
      [
        ['Reference', inquiry.reference],
        ['Received', longDayAndTime(inquiry.created_at)],
        ...rowsOf(contactFields, inquiry),
        ['Language', inquiry.language === 'es' ? 'Spanish' : ''],
      ],
      isCertificate
        ? [['Certificate holder', inquiry.additional_info]]
        : [...rowsOf(shipmentFields, inquiry), ...vehicleRows(inquiry)],
      `Open it: ${url}`,
    ]),
  };
}

/** What the confirmation repeats of the shipment: values that are chosen or counted, not written. */
function repeatedRows(inquiry: MailedInquiry) {
  const { vehicle_type, number_of_vehicles, vehicle_condition, pickup_date, delivery_date } =
    shipmentFields;
  const chosen = (value: string) =>
    value && t(value, spanishChoices[value as keyof typeof spanishChoices]);
  return [
    [t(vehicle_type.label, 'Tipo de vehículo'), chosen(inquiry.vehicle_type)],
    [
      t(number_of_vehicles.label, 'Número de vehículos'),
      formatField(number_of_vehicles, inquiry.number_of_vehicles),
    ],
    [t(vehicle_condition.label, 'Condición'), chosen(inquiry.vehicle_condition)],
    [t(pickup_date.label, 'Fecha de recogida'), formatField(pickup_date, inquiry.pickup_date)],
    [t(delivery_date.label, 'Fecha de entrega'), formatField(delivery_date, inquiry.delivery_date)],
  ] as const;
}

/** A city and state, perhaps with a ZIP code, at the end of an address. No link or phone number fits. */
const cityAndState = /(?:^|, *)(\p{L}(?:[\p{L} '’-]|\.(?= )){1,39}, ?[A-Z]{2}(?: \d{5})?)$/u;

const placeIn = (address: string) => cityAndState.exec(address.trim())?.[1] ?? '';

/**
 * The confirmation to the sender. The address may be a stranger's, so of what was asked only choices, numbers, dates and
 * places are repeated: nothing that could carry a message, not even a name.
 */
export function acknowledgementMail(
  inquiry: MailedInquiry,
  office: string,
  statusUrl: string,
): Mail {
  const { email_address, reference, kind } = inquiry;
  const isCertificate = kind === 'certificate';
  const asked = isCertificate ? t('certificate', 'certificado') : t('quote', 'cotización');
  const askedFor = isCertificate
    ? t('certificate of insurance', 'certificado de seguro')
    : t('quote', 'cotización');
  const article = isCertificate ? 'un' : 'una';
  const reply = isCertificate ? vehicleMessages.certificateReply : messages.reply;
  return {
    to: email_address,
    replyTo: office,
    subject: t(
      `We received your ${asked} request ${reference}`,
      `Recibimos su solicitud de ${asked} ${reference}`,
    ),
    ...mailBody([
      t('Hello,', 'Hola:'),
      t(
        `Thank you for asking ${company.name} for a ${askedFor}. We received your request. ${reply}`,
        `Gracias por pedir ${article} ${askedFor} a ${company.name}. Recibimos su solicitud. ${reply}`,
      ),
      [
        [t('Your reference', 'Su referencia'), reference],
        [t('Received', 'Recibida'), longDayAndTime(inquiry.created_at)],
        ...(isCertificate
          ? []
          : [
              [t('From', 'Desde'), placeIn(inquiry.pickup_location)] as const,
              [t('To', 'Hasta'), placeIn(inquiry.delivery_location)] as const,
              ...repeatedRows(inquiry),
            ]),
      ],
      t(
        'See where your request stands, add VINs or ask a question here:',
        'Vea aquí cómo va su solicitud, agregue VIN o haga una pregunta:',
      ),
      { link: statusUrl, isOneTime: true },
      t(
        `To add something, reply to this email or call ${company.phones.general.number} and mention your reference.`,
        `Para agregar algo, responda a este correo o llame al ${company.phones.general.number} y mencione su referencia.`,
      ),
      `${company.name}\n${company.address.street}\n${company.address.city}, ${company.address.state} ${company.address.zip}`,
      t(
        `If you didn't ask for a ${asked}, someone entered your address by mistake. You can ignore this email.`,
        `Si usted no pidió ${article} ${asked}, alguien escribió su dirección por error. Puede ignorar este correo.`,
      ),
    ]),
  };
}
