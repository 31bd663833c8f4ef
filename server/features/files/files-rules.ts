import { classOf } from '../../platform/storage/storage.ts';
import type { FileAccess } from './files.queries.ts';

const isAdmin = ({ role }: FileAccess) => role === 'admin';
/** Files of a settlement drop aren't assigned yet, so only admins read them. */
const isAssigned = (access: FileAccess) => isAdmin(access) || access.given !== null;
const isShown = (access: FileAccess) => access.isShown;

/** The read rule of each class; files of a class without a rule can't be read. */
const rules = {
  // Also a driver of whose file it became a part when they were hired.
  resumes: (access) => isAdmin(access) || access.isDriver,
  training: isAssigned,
  settlements: isAssigned,
  reports: isAssigned,
  'employee-files': isAssigned,
  'driver-file': (access) => isAdmin(access) || access.isDriver,
  submissions: (access) => isAdmin(access) || access.isSender,
  questions: (access) => isAdmin(access) || access.isAsker,
  // Also the driver of the damage.
  claims: (access) => isAdmin(access) || access.isDriver,
  // Not admins: a message belongs to its two people.
  messages: (access) => access.isOfConversation,
  // Everyone who is signed in, while it is shown.
  products: isShown,
  posts: isShown,
} satisfies Record<string, (access: FileAccess) => boolean>;

export type FileClass = keyof typeof rules;

/** Whether a person with this access may read the file. */
export function mayRead(access: FileAccess): boolean {
  const fileClass = classOf(access.object.key);
  if (fileClass === null || !Object.hasOwn(rules, fileClass)) return false;
  return rules[fileClass as FileClass](access);
}
