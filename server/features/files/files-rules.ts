import type { Role } from '#contract/access.ts';
import { classOf } from '../../platform/storage/keys.ts';

/** Who wants to read. */
export interface Reader {
  userId: number;
  role: Role;
}

/** Who may read the files of a class; a class without a rule is nobody's. */
const rules = {
  resumes: (reader: Reader) => reader.role === 'admin',
  training: (reader: Reader) => reader.role === 'admin',
  settlements: (reader: Reader) => reader.role === 'admin',
  reports: (reader: Reader) => reader.role === 'admin',
  'employee-files': (reader: Reader) => reader.role === 'admin',
  submissions: (reader: Reader) => reader.role === 'admin',
} satisfies Record<string, (reader: Reader, key: string) => boolean | Promise<boolean>>;

export type FileClass = keyof typeof rules;

/** Whether that person may read the file of that key. */
export async function mayRead(reader: Reader, key: string): Promise<boolean> {
  const fileClass = classOf(key);
  if (fileClass === null || !Object.hasOwn(rules, fileClass)) return false;
  return rules[fileClass as FileClass](reader);
}
