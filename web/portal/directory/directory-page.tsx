import { Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { company } from '#contract/company.ts';
import { directory } from '#contract/directory.ts';
import { rooms as text } from '#contract/messages/rooms.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { SearchBox } from '../frame/search-box.tsx';
import type { Route } from './+types/directory-page.ts';
import { foundSections } from './directory-search.ts';
import { MainContact } from './main-contact.tsx';
import { MemberCard } from './member-card.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Company Directory');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

const everybody = directory.sections.reduce((sum, { members }) => sum + members.length, 0);

/** Who answers the phone: the company's lines, then its people by department. */
export default function DirectoryPage() {
  const [search, setSearch] = useState('');
  const sections = useMemo(() => foundSections(search), [search]);
  const found = sections.reduce((sum, { members }) => sum + members.length, 0);
  return (
    <>
      <PageHeader
        action={
          <Button className="print:hidden" onClick={() => print()} variant="secondary">
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        }
        title="Company Directory"
      />
      <p className="hidden pb-3 text-sm print:block">
        {company.name}, {company.address.street}, {company.address.city}, {company.address.state}
      </p>
      <MainContact />
      <search className="mt-8 block max-w-xl print:hidden">
        <SearchBox label="Search the directory" onChange={setSearch} value={search} />
      </search>
      <p className="mt-2 text-sm text-steel print:hidden" role="status">
        {found === everybody ? `${everybody} people` : `${found} of ${everybody} people`}
      </p>
      {found === 0 && (
        <div className="mt-6">
          <EmptyState
            action={
              <Button onClick={() => setSearch('')} variant="secondary">
                Show all
              </Button>
            }
            title={text.directoryNoMatch}
          >
            The main line knows everybody: {directory.main.mainLine}.
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
                <MemberCard member={member} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
