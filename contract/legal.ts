import { company } from './company.ts';

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

export const privacy: LegalText = {
  title: 'Privacy',
  description: `What ${name} stores when you send an inquiry or an application, who reads it, and how to have it changed or deleted.`,
  updated: '2026-11-16',
  sections: [
    {
      title: 'What we store',
      paragraphs: [
        'When you ask for a quote, we store what you enter in the form: your company, your contact details, the vehicles and the route.',
        'When you apply for a job, we store your answers and your resume. Questions about gender and race are for statistics only. They play no part in hiring, and you can decline to answer.',
        'When you write a testimonial, we store it with your name, your role and your company. We publish it after we have read it.',
      ],
    },
    {
      title: 'Who reads it',
      paragraphs: [
        `The people at ${name} who answer inquiries and who hire. We do not sell your data, and we do not pass it on for advertising.`,
        'We may have to disclose data where the law requires it.',
      ],
    },
    {
      title: 'What stays on your device',
      paragraphs: [
        'While you fill in a form, your browser keeps a draft on your device so that nothing is lost. The draft is deleted when you send the form.',
        'This site sets no advertising or analytics cookies. The inquiry form may use Google reCAPTCHA to tell people from programs. Google then receives technical data about your visit.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: [
        'We keep inquiries and applications for as long as we need them to answer you, to do business with you, or to meet legal duties.',
      ],
    },
    {
      title: 'Your choices',
      paragraphs: [
        `Ask us at any time what we have stored about you, to correct it, or to delete it. ${contact}`,
      ],
    },
  ],
};

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
      paragraphs: [
        'An inquiry is a request for a quote. It is not an order. Transport is agreed only when both sides have confirmed it in writing, and that agreement then applies.',
      ],
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
