import { telHref } from '#contract/company.ts';
import type { DirectoryMember } from '#contract/directory.ts';

const reach =
  'text-link inline-flex min-h-9 items-center wrap-anywhere tabular-nums print:whitespace-nowrap pointer-coarse:min-h-11 print:min-h-0 print:text-ink print:no-underline';

/** A person of the directory: who, what for, and both ways to reach them. */
export function MemberCard({ member }: { member: DirectoryMember }) {
  return (
    <article className="h-full border border-line bg-sheet px-4 py-3 print:grid print:grid-cols-[1fr_1.1fr_2.1fr_6rem] print:gap-3 print:border-x-0 print:border-t-0 print:px-0 print:py-1 print:text-xs">
      <h3 className="font-display text-base leading-snug font-bold print:text-xs">{member.name}</h3>
      <p className="text-sm text-steel print:text-xs">{member.title}</p>
      <p className="mt-2 text-sm print:mt-0 print:text-xs">
        <a className={reach} href={`mailto:${member.email}`}>
          {member.email}
        </a>
      </p>
      <p className="text-sm print:text-xs">
        <a className={reach} href={telHref(member.phone)}>
          {member.phone}
        </a>
      </p>
    </article>
  );
}
