import type { Step } from './steps.ts';

/** How many mails an address that a visitor entered was sent per day, on all nodes together. */
export const visitorMails: Step = {
  name: '018-visitor-mails',
  up: ({ strict }) => [
    `create table visitor_mails (
      recipient text not null,
      day text not null,
      count integer not null,
      primary key (recipient, day)
    ) ${strict}`,
    'create index visitor_mails_day on visitor_mails (day)',
  ],
};
