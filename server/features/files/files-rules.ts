import { classOf } from '../../platform/storage/keys.ts';
import type { Standing } from './files.queries.ts';

const isAdmin = ({ role }: Standing) => role === 'admin';
/** What waits in a settlement drop is given to nobody yet, so it is the admins' alone. */
const isGiven = (standing: Standing) => isAdmin(standing) || standing.given !== null;
const isShown = (standing: Standing) => standing.isShown;

/** Who may read the files of a class; a class without a rule is nobody's. */
const rules = {
  resumes: isAdmin,
  training: isGiven,
  settlements: isGiven,
  reports: isGiven,
  'employee-files': isGiven,
  submissions: (standing) => isAdmin(standing) || standing.isSender,
  // Not the admins': what two people write is theirs.
  messages: (standing) => standing.isOfConversation,
  // Whoever is signed in, for as long as it is shown.
  products: isShown,
  posts: isShown,
} satisfies Record<string, (standing: Standing) => boolean>;

export type FileClass = keyof typeof rules;

/** Whether somebody who stands so to a file may read it. */
export function mayRead(standing: Standing): boolean {
  const fileClass = classOf(standing.object.key);
  if (fileClass === null || !Object.hasOwn(rules, fileClass)) return false;
  return rules[fileClass as FileClass](standing);
}
