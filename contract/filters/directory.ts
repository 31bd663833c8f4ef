import type { DirectoryMember } from '../company/directory.ts';
import { matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

/** Finds members by name, title, department, email or phone. */
export const directoryFilter = filterOf<
  Omit<DirectoryMember, 'spanish'> & { department: string },
  { q: string }
>({
  none: { q: '' },
  matches: ({ name, title, department, email, phone }, { q }) =>
    matches(q, [name, title, department, email].join('\n'), [phone]),
});
