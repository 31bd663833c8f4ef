import type { Step } from './steps.ts';

/** The language of an inquiry's form, for what its sender is mailed. */
export const inquiryLanguage: Step = {
  name: '006-inquiry-language',
  up: () => [
    `alter table inquiries add column language text not null default 'en'
      check (language in ('en', 'es'))`,
  ],
};
