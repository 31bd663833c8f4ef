import { useMemo } from 'react';
import { type DirectoryMember, directory } from '#contract/company/directory.ts';
import { company, telHref } from '#contract/company/profile.ts';
import { directoryFilter } from '#contract/filters/directory.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { useLiveDuty } from '../shared/people/duty.data.ts';
import { MessageLink } from '../shared/people/message-link.tsx';
import { OnDutyBadge } from '../shared/people/on-duty-badge.tsx';
import { useReceiver } from '../shared/people/receivers.data.ts';
import { PrintButton } from '../shared/print-button.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { MainContact } from './main-contact.tsx';

const noFilter = directoryFilter.none;
const total = directory.sections.reduce((sum, { members }) => sum + members.length, 0);

export default function DirectoryPage() {
  const [{ q: search }, setFilter] = useUrlFilter(noFilter);
  const duty = useLiveDuty();
  const sections = useMemo(() => foundSections(search), [search]);
  const found = sections.reduce((sum, { members }) => sum + members.length, 0);
  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu filter={{ q: search }} list="directory" size="md" />
            <PrintButton />
          </>
        }
        title={t('Company Directory', 'Directorio de la empresa')}
      />
      <p className="hidden pb-3 text-sm print:block">
        {company.name}, {company.address.street}, {company.address.city}, {company.address.state}
      </p>
      <MainContact />
      <search className="mt-8 block max-w-xl print:hidden">
        <SearchBox
          label={t('Search the directory', 'Buscar en el directorio')}
          onChange={(q) => setFilter({ q })}
          value={search}
        />
      </search>
      <p className="mt-2 text-sm text-steel print:hidden" role="status">
        {found === total
          ? t(`${total} people`, `${total} personas`)
          : t(`${found} of ${total} people`, `${found} de ${total} personas`)}
      </p>
      {found === 0 && (
        <div className="mt-6">
          <EmptyState
            action={
              <Button onClick={() => setFilter(noFilter)} variant="secondary">
                {t('Show all', 'Ver todo')}
              </Button>
            }
            title={t(
              'No one in the directory matches this search.',
              'Nadie en el directorio coincide con esta búsqueda.',
            )}
          >
            {t('Call the main line:', 'Llame a la línea principal:')} {directory.main.mainLine}.
          </EmptyState>
        </div>
      )}
      {sections.map(({ title, members }) => (
        <section className="mt-8 break-inside-avoid print:mt-4" key={title}>
          <h2 className="display mb-3 border-b-2 border-ink pb-2 text-lg print:mb-1 print:pb-1 print:text-base">
            {title}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3 print:block">
            {members.map((member) => (
              <li key={member.email}>
                <MemberCard duty={duty} member={member} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type Section = (typeof directory.sections)[number];

/** What has a title, with that of the reader's language. */
const titled = <T extends { title: string; spanish: string }>(one: T): T => ({
  ...one,
  title: t(one.title, one.spanish),
});

/** The members that the search finds, in their sections. */
function foundSections(q: string): Section[] {
  return directory.sections
    .map(titled)
    .map(({ members, ...section }) => ({
      ...section,
      members: members
        .map(titled)
        .filter((member) =>
          directoryFilter.matches({ ...member, department: section.title }, { q }, new Date()),
        ),
    }))
    .filter(({ members }) => members.length > 0);
}

const reach =
  'text-link inline-flex min-h-9 items-center wrap-anywhere tabular-nums print:whitespace-nowrap pointer-coarse:min-h-11 print:min-h-0 print:text-ink print:no-underline';

interface MemberCardProps {
  member: DirectoryMember;
  duty: ReadonlyMap<number, string>;
}

function MemberCard({ member, duty }: MemberCardProps) {
  const receiver = useReceiver({ directoryEmail: member.email });
  const expired = useExpiredDrivers()({ email: member.email });
  return (
    <article className="h-full border border-line bg-sheet px-4 py-3 print:grid print:grid-cols-[1fr_1.1fr_2.1fr_6rem] print:gap-3 print:border-x-0 print:border-t-0 print:px-0 print:py-1 print:text-xs">
      <div className="flex justify-between gap-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 font-display text-base leading-snug font-bold print:text-xs">
            {member.name}
            <ExpiredMark driver={expired} />
            <OnDutyBadge until={duty.get(receiver?.userId ?? 0)} />
          </h3>
          <p className="text-sm text-steel print:text-xs">{member.title}</p>
        </div>
        <div className="-mt-1 -mr-2 h-0 shrink-0">
          <MessageLink directoryEmail={member.email} name={member.name} />
        </div>
      </div>
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
