import { classOf } from '../../platform/storage/storage.ts';
import type { FileAccess } from './files.queries.ts';

const isAdmin = ({ role }: FileAccess) => role === 'admin';
/** What waits in a settlement drop is given to nobody yet, so it is the admins' alone. */
const isGiven = (access: FileAccess) => isAdmin(access) || access.given !== null;
const isShown = (access: FileAccess) => access.isShown;

/** Who may read the files of a class; a class without a rule is nobody's. */
const rules = {
  resumes: isAdmin,
  training: isGiven,
  settlements: isGiven,
  reports: isGiven,
  'employee-files': isGiven,
  submissions: (access) => isAdmin(access) || access.isSender,
  // Not the admins': what two people write is theirs.
  messages: (access) => access.isOfConversation,
  // Whoever is signed in, for as long as it is shown.
  products: isShown,
  posts: isShown,
} satisfies Record<string, (access: FileAccess) => boolean>;

export type FileClass = keyof typeof rules;

/** Whether somebody who stands so to a file may read it. */
export function mayRead(access: FileAccess): boolean {
  const fileClass = classOf(access.object.key);
  if (fileClass === null || !Object.hasOwn(rules, fileClass)) return false;
  return rules[fileClass as FileClass](access);
}
