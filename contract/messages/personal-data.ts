import { translated } from '../text/languages.ts';
import * as spanish from './personal-data.es.ts';

/** Messages of the page where users export their own data. */
export const personalData = translated(spanish.personalData, {
  title: 'Your data',
  intro: 'Download a copy of what is stored about you.',
  contents:
    'The ZIP file has your account, hours, damages and claims, settlements, reports, forms, messages, notifications, orders and log entries: a JSON file for each kind of record, and the files themselves.',
  leftOut:
    'Passwords, keys and training files are left out, and so is an application that you sent before you had this account. Ask the office for it.',
  ready: 'Your download has started.',
  exportFailed: "Couldn't prepare your data. Try again.",
  about: (username: string, at: string) =>
    [
      `Everything stored about the account ${username}, as of ${at}.`,
      'Each .json file has the records of one kind. The folder files has the files; the records name them.',
      'Passwords, keys and training files are left out, and so is what is about other people.',
    ].join('\n'),
  missing: 'These files could not be read. Ask the office for them.',
});
