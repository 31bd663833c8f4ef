import {
  type ImportKind,
  type ImportResult,
  type importEncodings,
  importFields,
} from '#contract/import.ts';
import { csv } from '#contract/text/csv.ts';
import type { RecordFields } from '#contract/wire/record-fields.ts';
import { downloadCsv } from '#web/lib/api/download.ts';

export const kindLabels: Readonly<Record<ImportKind, string>> = {
  people: 'People (users and employees)',
  jobs: 'Jobs',
  damages: 'Damages',
  hours: 'Hours of employees',
  products: 'Store items',
};

/** How rows are matched with what is stored. */
export const kindHints: Readonly<Record<ImportKind, string>> = {
  people:
    'A person is found by username or email. New people can’t sign in until they get a password link.',
  jobs: 'A job is found by position, location and date posted.',
  damages: 'A damage is found by employee, date and description.',
  hours: 'Sets the balances of employees who exist. They are notified.',
  products: 'An item is found by its title. Add the pictures of new ones in the store.',
};

export const listOf: Readonly<Record<ImportKind, { to: string; label: string }>> = {
  people: { to: '/users', label: 'Open users' },
  jobs: { to: '/PortalJobs', label: 'Open jobs' },
  damages: { to: '/damages', label: 'Open damages' },
  hours: { to: '/Hours', label: 'Open hours' },
  products: { to: '/Store', label: 'Open the store' },
};

export const resultLabels: Readonly<Record<ImportResult, string>> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  wrong: 'Wrong',
  skipped: 'Skipped',
};

export const fieldsOf = (kind: ImportKind): RecordFields => importFields[kind];

/** The label of a field; a name without a field is shown as it is. */
export function fieldLabel(kind: ImportKind, name: string): string {
  return fieldsOf(kind)[name]?.label ?? name;
}

export const encodingLabels: Readonly<Record<(typeof importEncodings)[number], string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (Western)',
  macintosh: 'Mac OS Roman',
};

/** Downloads an empty sheet with the headers of a kind. */
export function saveTemplate(kind: ImportKind): void {
  const labels = Object.values(fieldsOf(kind)).map(({ label }) => label);
  downloadCsv(`${kind}-template.csv`, csv(labels, []));
}
