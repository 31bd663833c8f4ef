import { fillKeys } from '../contact-keys.ts';
import type { Step } from './steps.ts';

const keys = [
  ['applications', 'email_key'],
  ['applications', 'person_key'],
  ['application_drafts', 'email_key'],
  ['application_drafts', 'person_key'],
  ['inquiries', 'email_key'],
  ['testimonials', 'email_key'],
  ['outbox', 'recipient_key'],
];

/**
 * Addresses and people as they are compared, written by JavaScript: no database folds letters as it does. And what came
 * by one person's link: the first of their applications, and the first of their drafts.
 */
export const contactKeys: Step = {
  name: '012-contact-keys',
  up: () => [
    ...keys.flatMap(([table, key]) => [
      `alter table ${table} add column ${key} text not null default ''`,
      `create index ${table}_${key} on ${table} (${key})`,
    ]),
    'alter table applications add column first_application integer',
    `create index applications_first on applications (first_application)
      where first_application is not null`,
    'alter table application_drafts add column first_draft integer',
    `create index application_drafts_first on application_drafts (first_draft)
      where first_draft is not null`,
    'drop index applications_email',
    'drop index applications_phone',
    'drop index application_drafts_email',
    'drop index inquiries_sender',
  ],
  fill: fillKeys,
};
