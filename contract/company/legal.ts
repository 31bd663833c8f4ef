import type { PrivacyFacts } from '../privacy.ts';
import { privacyVersion } from './privacy-versions.ts';
import { company } from './profile.ts';

/** The privacy page and the terms: part of the company profile, to be reviewed for another company. */

export interface LegalText {
  title: string;
  /** One sentence for search engines. */
  description: string;
  /** The day of the last change, `YYYY-MM-DD`. */
  updated: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
}

const { name, phones, address } = company;
const contact = `Write to us, call ${phones.general.number}, or send a letter to ${name}, ${address.street}, ${address.city}, ${address.state} ${address.zip}.`;

const limit = (months: number | null, from: string) =>
  months === null
    ? 'for as long as we need them, until we delete them or you ask us to'
    : `for ${months} ${months === 1 ? 'month' : 'months'} ${from}, then they are deleted automatically`;

/** The privacy notice, with the time limits of this installation. */
export function privacyNotice({ retention }: PrivacyFacts): LegalText {
  const { applications, inquiries, messages, submissions, audit_addresses, unsent_mail } =
    retention;
  const { driver_files } = retention;
  return {
    title: 'Privacy',
    description: `What ${name} stores when you send an inquiry or an application, why, how long, who sees it, and how to get a copy or have it deleted.`,
    updated: privacyVersion,
    sections: [
      {
        title: 'What we store, and why',
        paragraphs: [
          'When you ask for a quote, we store what you enter in the form: your company, your contact details, the vehicles and the route. We need it to answer you.',
          'When you apply for a job, we store your answers and your resume to decide about the application. Questions about gender and race are for statistics only. They play no part in hiring, and you can decline to answer.',
          'If you send your driving record, we store it with the application, because federal rules ask for it before we hire a driver.',
          'When you write a testimonial, we store it with your name, your role and your company. We publish it after we have read it.',
          'If you work with us, the employee portal stores your account, your hours, damages with their photos, documents and forms, orders and messages, because we need them to work together.',
          'A log records who changed or opened what and when, with the network address, so that we can find misuse.',
        ],
      },
      {
        title: 'Who sees it',
        paragraphs: [
          `The people at ${name} who answer inquiries and who hire. Messages in the portal are read by the two people of a conversation only. We do not sell your data, and we do not pass it on for advertising.`,
          'We may have to disclose data where the law requires it.',
        ],
      },
      {
        title: 'How long we keep it',
        paragraphs: [
          `Applications and resumes: ${limit(applications, 'after we receive them')}.`,
          'Answers that you ask us to keep so that you can continue on another device: for 14 days. They never contain license numbers, gender or race. What you leave with Apply in two minutes: for 90 days.',
          `Inquiries: ${limit(inquiries, 'after we receive them')}. An inquiry that led to a testimonial stays with it.`,
          `Messages in the portal: ${limit(messages, 'after they were sent')}.`,
          `Forms that employees return: ${limit(submissions, 'after they were returned and once reviewed')}.`,
          `Licenses, certificates and the rest of a driver file: ${limit(driver_files, 'after the employment ends')}.`,
          `Network addresses in the log: ${limit(audit_addresses, 'after the event')}.`,
          `Emails that we could not deliver: ${limit(unsent_mail, 'after the last try')}.`,
          'We delete the text of our emails once they are sent, and their addresses and subjects 30 days later. Backups keep deleted data until they are replaced.',
        ],
      },
      {
        title: 'What stays on your device',
        paragraphs: [
          'While you fill in a form, your browser keeps a draft on your device so that nothing is lost. The draft is deleted when you send the form, or after 14 days. It never contains license numbers, gender or race.',
          'This site sets no advertising or analytics cookies. The inquiry form may use Google reCAPTCHA to tell people from programs. Google then receives technical data about your visit.',
        ],
      },
      {
        title: 'Your choices',
        paragraphs: [
          `Ask us at any time for a copy of what we have stored about you, to correct it, or to erase it. ${contact}`,
        ],
      },
    ],
  };
}

/** Also on every quote. */
export const quoteTerms =
  'An inquiry is a request for a quote. It is not an order. Transport is agreed only when both sides have confirmed it in writing, and that agreement then applies.';

export const terms: LegalText = {
  title: 'Terms',
  description: `The terms for using the website of ${name}: quotes, applications, accounts and content.`,
  updated: '2026-11-16',
  sections: [
    {
      title: 'Using this site',
      paragraphs: [
        `This site is run by ${name}. It is for dealerships, auctions and businesses, and for people who want to work with us. We do not transport personally owned vehicles.`,
        'Please give true information in our forms, and do not try to disturb the site or to reach data that is not meant for you.',
      ],
    },
    {
      title: 'Quotes',
      paragraphs: [quoteTerms],
    },
    {
      title: 'Applications',
      paragraphs: [
        'An application is not an offer of employment. Job descriptions may change, and a job may close before its last day.',
      ],
    },
    {
      title: 'Accounts',
      paragraphs: [
        'The employee portal is for people who work with us. Keep your password to yourself, and tell the office if somebody else may know it.',
      ],
    },
    {
      title: 'Content',
      paragraphs: [
        'Texts and drawings on this site belong to us unless we say otherwise. We take care that they are right, but we cannot promise that they are complete or up to date.',
      ],
    },
    { title: 'Contact', paragraphs: [contact] },
  ],
};
