import { type DirectoryMember, directory } from '#contract/directory.ts';
import { matches } from '#web/lib/text-match.ts';

type Section = (typeof directory.sections)[number];

/** The sections with the members that a search finds: by name, title, department, e-mail or phone. */
export function foundSections(search: string): Section[] {
  return directory.sections
    .map(({ title, members }) => ({
      title,
      members: members.filter((member) => matches(search, haystack(title, member))),
    }))
    .filter(({ members }) => members.length > 0);
}

function haystack(section: string, { name, title, email, phone }: DirectoryMember): string {
  // A phone number is found however its parts are written.
  return [name, title, section, email, phone, phone.replace(/\D/g, '')].join('\n');
}
