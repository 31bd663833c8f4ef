import type { Step } from './steps.ts';

/** The language of an account, for what it is sent, null until someone chooses one; and of an application's form. */
export const languages: Step = {
  name: '005-languages',
  up: () => [
    "alter table users add column language text check (language in ('en', 'es'))",
    `alter table applications add column language text not null default 'en'
      check (language in ('en', 'es'))`,
  ],
};
