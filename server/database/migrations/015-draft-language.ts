import type { Step } from './steps.ts';

/** The language of the form in which an application was begun: in which the office calls. */
export const draftLanguage: Step = {
  name: '015-draft-language',
  up: () => [
    `alter table application_drafts add column language text not null default 'en'
      check (language in ('en', 'es'))`,
  ],
};
