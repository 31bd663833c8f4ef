import type { Step } from './steps.ts';

/** Spanish files beside those of the office. */
export const spanishFiles: Step = {
  name: '008-spanish-files',
  up: () => [
    'alter table documents add column object_key_es text references objects (key)',
    `create unique index documents_spanish_object on documents (object_key_es)
      where object_key_es is not null`,
  ],
};
