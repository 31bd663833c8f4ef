import { draftDays } from '#contract/application-drafts.ts';
import { company } from '#contract/company/profile.ts';
import { businessDayAfter, dayLabel } from '#contract/rules/office-hours.ts';
import { personName } from '#contract/text/employee-name.ts';
import { mailBody } from '../../platform/mail/body.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const { address, phones } = company;
const sender = `${company.name}\n${address.street}\n${address.city}, ${address.state} ${address.zip}`;
const mistake =
  "If that wasn't you, someone entered your address by mistake. You can ignore this email.";

interface Received {
  id: number;
  email: string;
  /** The job's name. */
  position: string | null;
}

/**
 * The receipt to the applicant. The address may be a stranger's, so it repeats nothing that was typed, not even a name.
 */
export function receiptMail(
  { id, email, position }: Received,
  { url, office, now }: { url: string; office: string; now: Date },
): Mail {
  const job = position === null ? '' : ` for ${position}`;
  return {
    to: email,
    replyTo: office,
    subject: `We received your application A-${id}`,
    ...mailBody([
      'Hello,',
      `Thank you for applying${job} at ${company.name}. Expect our call by ${dayLabel(businessDayAfter(now))}, Central time.`,
      'See where your application stands, add a document, or correct your phone number here:',
      { link: url, isOneTime: true },
      'The link is yours alone. It works for 90 days after the last news about your application.',
      `Questions? Reply to this email or call ${phones.general.number} and mention A-${id}.`,
      sender,
      mistake.replace('that', 'this'),
    ]),
  };
}

/** What the office may read in a mail: neither gender nor race nor license numbers. */
export interface OfficeApplication extends Received {
  first_name: string;
  last_name: string;
  phone: string;
  city: string;
  state: string;
  has_cdl_license: 0 | 1;
  car_hauling_experience_years: number;
  flagged: 0 | 1;
}

/** The mail to the office about a new application; replies go to the applicant. */
export function officeMail(
  application: OfficeApplication,
  { office, publicUrl, now }: { office: string; publicUrl: string; now: Date },
): Mail {
  const { id, position, first_name, last_name, phone, email, city, state } = application;
  const name = personName({ first_name, last_name });
  return {
    to: office,
    replyTo: email,
    subject: `${application.flagged ? '[check] ' : ''}Application A-${id} from ${name}`,
    ...mailBody([
      `${name} applies ${position === null ? 'for a job' : `for ${position}`}. We promised a call by ${dayLabel(businessDayAfter(now))}.`,
      ...(application.flagged ? ['This may be spam. The applicant got no email.'] : []),
      [
        ['Reference', `A-${id}`],
        ['Phone', phone],
        ['Email', email],
        ['City', `${city}, ${state}`],
        ['CDL', application.has_cdl_license ? 'Yes' : 'No'],
        ['Years of car hauling', String(application.car_hauling_experience_years)],
      ],
      `All applications: ${publicUrl}/applications`,
    ]),
  };
}

/** The link with which an applicant continues on another device. Repeats nothing that was typed. */
export function draftMail(to: string, { url, office }: { url: string; office: string }): Mail {
  return {
    to,
    replyTo: office,
    subject: 'Continue your application',
    ...mailBody([
      'Hello,',
      `You asked us for a link to continue your application at ${company.name}, on this or another device:`,
      { link: url, isOneTime: true },
      `It works for ${draftDays} days. License numbers, gender, race and files aren't kept, so enter them again.`,
      sender,
      mistake,
    ]),
  };
}

/** The link with which someone finishes an application that was begun in two minutes. */
export function startedMail(
  to: string,
  { url, office, now }: { url: string; office: string; now: Date },
): Mail {
  return {
    to,
    replyTo: office,
    subject: 'We will call you about driving with us',
    ...mailBody([
      'Hello,',
      `Thank you for starting an application at ${company.name}. Expect our call by ${dayLabel(businessDayAfter(now))}, Central time.`,
      'Finish it before we talk and it goes faster. This link has what you gave us already:',
      { link: url, isOneTime: true },
      `It works for ${draftDays} days. Questions? Reply to this email or call ${phones.general.number}.`,
      sender,
      mistake,
    ]),
  };
}

interface Started {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  has_cdl_license: 0 | 1;
}

/** The mail to the office about an application that was begun in two minutes. */
export function startedOfficeMail(
  started: Started,
  {
    position,
    office,
    publicUrl,
    now,
  }: { position: string | null; office: string; publicUrl: string; now: Date },
): Mail {
  const name = personName(started);
  return {
    to: office,
    replyTo: started.email,
    subject: `Started application from ${name}`,
    ...mailBody([
      `${name} started an application and waits for a call. We promised one by ${dayLabel(businessDayAfter(now))}.`,
      [
        ['Job', position ?? ''],
        ['Phone', started.phone],
        ['Email', started.email],
        ['CDL', started.has_cdl_license ? 'Yes' : 'No'],
      ],
      `Started applications: ${publicUrl}/applications`,
    ]),
  };
}
