/** Which passwords are refused for being easy to guess; the server and the strength estimate use the same rules. */

import { company } from '../company/profile.ts';
import { passwords as messages } from '../messages/users.ts';
import { foldText } from '../text/text-fold.ts';
import { commonPasswords } from './common-passwords.ts';

/** What people of this trade would try first. */
const tradeWords = [
  'headrack',
  'auto transport',
  'car carrier',
  'car hauler',
  'car hauling',
  'carrier',
  'dispatch',
  'dispatcher',
  'freight',
  'hauler',
  'hauling',
  'transport',
  'trucker',
  'trucking',
];

const { name, shortName, address, hub, homeRegion, product } = company;
export const companyWords: readonly string[] = [
  ...[name, shortName, address.city, address.stateName, hub.city, hub.state, homeRegion, product],
  ...tradeWords,
];

/** What around a word still leaves it easy to guess: a year, or a few digits and signs. */
const extrasPattern = /^(\d{0,4}|[^\p{L}]{0,3})$/u;

const isCommon = new Set(commonPasswords);

/** Without case, accents, spaces and the separators of names. */
const bare = (text: string) => foldText(text.trim()).replace(/[\s._-]/g, '');

/** What others know about the owner of an account. */
export interface PasswordOwner {
  username?: string | undefined;
  user_email?: string | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

/** The words by which others know a person. */
export function ownWords({ username, user_email, first_name, last_name }: PasswordOwner): string[] {
  const mailbox = user_email?.replace(/@[^@]*$/, '');
  const words = [
    username,
    user_email,
    mailbox,
    mailbox?.replace(/\+.*$/, ''),
    first_name,
    last_name,
    first_name && last_name && `${first_name}${last_name}`,
  ];
  return words.filter((word) => word != null && word !== '') as string[];
}

/** Whether the password is the word, or the word with four digits, or three digits and signs, around it at most. */
function isWordWithExtras(password: string, word: string): boolean {
  const at = word === '' ? -1 : password.indexOf(word);
  if (at === -1) return false;
  const extras = password.slice(0, at) + password.slice(at + word.length);
  return extrasPattern.test(extras);
}

/** Why a password is refused: it is a common one, or one of these words or of the company's; null when it isn't. */
export function passwordProblem(password: string, words: readonly string[]): string | null {
  if (isCommon.has(password.trim().toLowerCase())) return messages.tooCommon;
  const typed = bare(password);
  const isOwn = [...words, ...companyWords].some((word) => isWordWithExtras(typed, bare(word)));
  return isOwn ? messages.ownWord : null;
}
