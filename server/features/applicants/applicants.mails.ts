/** Mails about applications, to the applicant in simple words, and to the office. */
import { draftDays } from '#contract/application-drafts.ts';
import { company } from '#contract/company/profile.ts';
import { businessDayAfter, dayLabel } from '#contract/rules/office-hours.ts';
import { personName } from '#contract/text/employee-name.ts';
import { type Language, t } from '#contract/text/languages.ts';
import { type MailPart, mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const { name: companyName, address, phones } = company;
export const questions = () =>
  t(
    `Questions? Reply to this email or call ${phones.general.number}.`,
    `¿Preguntas? Responda a este correo o llame al ${phones.general.number}.`,
  );
const callDay = (now: Date) =>
  t(
    `${dayLabel(businessDayAfter(now))}, Central time`,
    `${dayLabel(businessDayAfter(now))}, hora del centro`,
  );

/** Whether the new or the former address of an application is told of the change: what they say can end. */
export const newAddressReason = 'new_address';
export const leftAddressReason = 'left_address';

interface MailContext {
  /** The address with the code. */
  url: string;
  office: string;
  now: Date;
}

/**
 * A mail to an applicant. The address may be a stranger's, so none repeats anything that was typed, not even a name.
 */
function toApplicant(
  to: string,
  office: string,
  subject: string,
  parts: MailPart[],
  last = t(
    "If this wasn't you, someone typed your address by mistake. You can ignore this email.",
    'Si no fue usted, alguien escribió su dirección por error. Puede ignorar este correo.',
  ),
): Mail {
  return {
    to,
    replyTo: office,
    subject,
    ...mailBody([
      t('Hello,', 'Hola:'),
      ...parts,
      `${companyName}\n${address.street}\n${address.city}, ${address.state} ${address.zip}`,
      last,
    ]),
  };
}

interface Received extends Pick<OfficeApplication, 'id' | 'email' | 'position'> {
  position_es: string | null | undefined;
}

/** What the status link is for. */
const statusLink = (url: string): MailPart[] => [
  t(
    'On this page you can see news about your application, send a document, or change your phone number:',
    'En esta página puede ver cómo va su solicitud, enviar un documento o cambiar su teléfono:',
  ),
  { link: url, isOneTime: true },
  t(
    'This link is only for you. It works for 90 days after our last news.',
    'Este enlace es solo para usted. Funciona hasta 90 días después de nuestro último mensaje.',
  ),
];

/** The receipt, with the status link. */
export function receiptMail(
  { id, email, position, position_es }: Received,
  { url, office, now }: MailContext,
): Mail {
  const job = position === null ? '' : t(` for ${position}`, ` para ${position_es ?? position}`);
  const subject = t(`We received your application A-${id}`, `Recibimos su solicitud A-${id}`);
  return toApplicant(email, office, subject, [
    t(
      `Thank you for applying${job} at ${companyName}. We will call you by ${callDay(now)}.`,
      `Gracias por enviar su solicitud${job} a ${companyName}. Le llamaremos a más tardar el ${callDay(now)}.`,
    ),
    ...statusLink(url),
    t(
      `${questions()} Tell us this number: A-${id}.`,
      `${questions()} Díganos este número: A-${id}.`,
    ),
  ]);
}

const addressSubject = (id: number) =>
  t(
    `New email address for your application A-${id}`,
    `Nueva dirección de correo para su solicitud A-${id}`,
  );

/** To the new address of an application, with the status link. */
export function newAddressMail(
  { id, email }: { id: number; email: string },
  { url, office }: Omit<MailContext, 'now'>,
): Mail {
  return {
    reason: { kind: newAddressReason, id },
    ...toApplicant(email, office, addressSubject(id), [
      t(
        `You gave us a new email address for your application at ${companyName}. From now on we write to this address.`,
        `Nos dio una nueva dirección de correo para su solicitud a ${companyName}. Desde ahora le escribiremos a esta dirección.`,
      ),
      ...statusLink(url),
      questions(),
    ]),
  };
}

/** To the address that an application had: neither the new one nor a link. */
export function leftAddressMail(
  { id, email }: { id: number; email: string },
  { office }: Pick<MailContext, 'office'>,
): Mail {
  return {
    reason: { kind: leftAddressReason, id },
    ...toApplicant(
      email,
      office,
      addressSubject(id),
      [
        t(
          `The email address of your application at ${companyName} was changed. From now on we write to the new address.`,
          `Se cambió la dirección de correo de su solicitud a ${companyName}. Desde ahora escribiremos a la nueva dirección.`,
        ),
      ],
      t(
        `If this wasn't you, please call us: ${phones.general.number}.`,
        `Si no fue usted, llámenos, por favor: ${phones.general.number}.`,
      ),
    ),
  };
}

/** The link with which an applicant continues on another device. */
export function draftMail(to: string, { url, office }: Omit<MailContext, 'now'>): Mail {
  return toApplicant(to, office, t('Continue your application', 'Siga con su solicitud'), [
    t(
      `With this link you can finish your application at ${companyName}, on this phone or on another device:`,
      `Con este enlace puede terminar su solicitud para ${companyName}, en este teléfono o en otro dispositivo:`,
    ),
    { link: url, isOneTime: true },
    t(
      `It works for ${draftDays} days. License numbers, gender, race and files are not saved. Please enter them again.`,
      `Funciona por ${draftDays} días. No se guardan los números de licencia, el género, la raza ni los archivos. Póngalos otra vez, por favor.`,
    ),
  ]);
}

/** The link with which someone finishes an application that was begun in two minutes. */
export function startedMail(to: string, { url, office, now }: MailContext): Mail {
  const subject = t('We will call you about your application', 'Le llamaremos por su solicitud');
  return toApplicant(to, office, subject, [
    t(
      `Thank you for starting an application at ${companyName}. We will call you by ${callDay(now)}.`,
      `Gracias por empezar una solicitud en ${companyName}. Le llamaremos a más tardar el ${callDay(now)}.`,
    ),
    t(
      'You can finish it before we call. This link already has what you gave us:',
      'Puede terminarla antes de que le llamemos. Este enlace ya trae los datos que nos dio:',
    ),
    { link: url, isOneTime: true },
    t(
      `It works for ${draftDays} days. ${questions()}`,
      `Funciona por ${draftDays} días. ${questions()}`,
    ),
  ]);
}

/** What the office may read in a mail: neither gender nor race nor license numbers. */
export interface OfficeApplication {
  /** Absent while it is only started. */
  id?: number;
  /** The job's name. */
  position: string | null;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  city?: string;
  state?: string;
  has_cdl_license: 0 | 1;
  car_hauling_experience_years?: number;
  flagged?: 0 | 1;
  language: Language;
}

/** The mail to the office about a new or a started application; replies go to the applicant. */
export function officeMail(
  application: OfficeApplication,
  { office, url, now }: { office: string; url: string; now: Date },
): Mail {
  const { id, position, phone, email, city, state, flagged } = application;
  const { car_hauling_experience_years: years } = application;
  const name = personName(application);
  const subject = id === undefined ? 'Started application' : `Application A-${id}`;
  const applies = id === undefined ? 'started an application' : 'applies';
  return {
    to: office,
    replyTo: email,
    subject: `${flagged ? '[check] ' : ''}${subject} from ${name}`,
    ...mailBody([
      `${name} ${applies} ${position === null ? 'for a job' : `for ${position}`}. We promised a call by ${dayLabel(businessDayAfter(now))}.`,
      ...(flagged ? ['This may be spam. The applicant got no email.'] : []),
      [
        ['Phone', phone],
        ['Email', email],
        ['City', city === undefined ? '' : `${city}, ${state}`],
        ['CDL', application.has_cdl_license ? 'Yes' : 'No'],
        ['Years of car hauling', String(years ?? '')],
        ['Language', application.language === 'es' ? 'Spanish' : ''],
      ],
      `Open it: ${url}`,
    ]),
  };
}
