import { UserCheck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { duty as dutyMessages } from '#contract/messages/duty.ts';
import { general } from '#contract/messages/general.ts';
import { officeAt, weekdayLabel } from '#contract/rules/office-hours.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { useToday } from '../shared/us-dates.ts';
import { type Person, searchPeople } from './chat-people.ts';
import { todayHere } from './chat-times.ts';
import { DutyDialog } from './duty-dialog.tsx';
import { useTypingTo } from './engine/use-chat.ts';
import { FoundMessages } from './found-messages.tsx';
import { PersonRow, type Viewer } from './person-row.tsx';
import { QuietFailure } from './quiet-failure.tsx';

/** From this length on the search also covers messages. */
const minSearchLength = 2;

const everything = { q: '' };

/** When the office opens; '' while it is open. */
function closedLine(): string {
  const { isOpen, until } = officeAt(new Date());
  return isOpen ? '' : dutyMessages.closed(weekdayLabel(until));
}

interface PeoplePaneProps {
  people: readonly Person[];
  state: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  viewer: Viewer;
  selectedId: number | null;
}

/** The people the viewer can write to, and a search in names and messages. */
export function PeoplePane({ people, state, onRetry, viewer, selectedId }: PeoplePaneProps) {
  const [{ q: search }, setFilter] = useUrlFilter(everything);
  const wanted = useDeferredValue(search.trim());
  const [isDutyOpen, setDutyOpen] = useState(false);
  useToday(todayHere);
  const closed = useToday(closedLine);
  const typing = useTypingTo(viewer.id ?? 0);
  // Shown only when complete: sorting it again would move rows under the finger.
  const found = state === 'loading' ? [] : searchPeople(people, wanted);
  return (
    <section
      aria-labelledby="chat-people"
      className="flex min-h-0 min-w-0 flex-1 flex-col border-line bg-sheet md:w-72 md:flex-none md:border-r lg:w-80 xl:w-96"
    >
      <header className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-3 py-1 sm:px-5">
        <h2 className="font-display text-lg font-bold" id="chat-people">
          {viewer.role === 'admin' ? chatMessages.employees : chatMessages.chats}
        </h2>
        {viewer.role === 'admin' && (
          <Button
            aria-label={dutyMessages.title}
            className="-mr-2"
            onClick={() => setDutyOpen(true)}
            size="icon"
            title={dutyMessages.title}
            variant="quiet"
          >
            <UserCheck aria-hidden="true" className="size-5" />
          </Button>
        )}
      </header>
      {isDutyOpen && <DutyDialog onClose={() => setDutyOpen(false)} ownId={viewer.id} />}
      {closed && (
        <p className="border-b border-line px-3 py-2 text-sm text-steel sm:px-5">{closed}</p>
      )}
      <search className="block px-3 py-3 sm:px-5">
        <SearchBox
          label={t('Search people and messages', 'Buscar personas y mensajes')}
          onChange={(q) => setFilter({ q })}
          value={search}
        />
      </search>
      <div className="scroll-more after:-bottom-4 min-h-0 flex-1 overflow-y-auto overscroll-contain pb-4">
        {state === 'loading' && (
          <Skeleton className="px-3 sm:px-5" label={general.loading} lines={6} />
        )}
        {state === 'failed' && (
          <QuietFailure className="mx-3 sm:mx-5" onRetry={onRetry}>
            {chatMessages.listFailed}
          </QuietFailure>
        )}
        {state === 'ready' && people.length === 0 && (
          <p className="px-3 py-4 text-steel sm:px-5">{chatMessages.none}</p>
        )}
        {found.length > 0 && (
          <ul className="border-t border-line">
            {found.map((person) => (
              <PersonRow
                isSelected={person.id === selectedId}
                isTyping={typing.includes(person.id)}
                key={person.id}
                person={person}
                viewer={viewer}
              />
            ))}
          </ul>
        )}
        {wanted.length >= minSearchLength && state === 'ready' && (
          <FoundMessages
            key={wanted}
            people={people}
            search={wanted}
            hasPeople={found.length > 0}
          />
        )}
        {wanted.length === 1 && found.length === 0 && people.length > 0 && state === 'ready' && (
          <p className="px-3 text-steel sm:px-5">{chatMessages.noPeopleMatch}</p>
        )}
      </div>
    </section>
  );
}
