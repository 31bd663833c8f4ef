import { useEffect, useMemo, useRef } from 'react';
import { chat as messages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { useLiveDuty } from '../shared/people/duty.data.ts';
import { useUsers } from '../shared/people/users.data.ts';
import { useWide } from '../shared/use-is-wide.ts';
import { conversationsQuery } from './chat.data.ts';
import { peopleOf } from './chat-people.ts';
import { useConversations } from './engine/use-chat.ts';
import { PeoplePane } from './people-pane.tsx';
import { useThreadLocation } from './thread-location.ts';
import { ThreadPane } from './thread-pane.tsx';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(conversationsQuery)]);

/** The people and the conversation with one of them, side by side; on a phone one at a time. */
export default function ChatPage() {
  const { role, userId } = useSession();
  const ownId = userId ?? undefined;
  const users = useUsers();
  const conversations = useConversations();
  const { personId, messageId, back } = useThreadLocation();
  const isWide = useWide();
  useReturnToRow(personId);

  const duty = useLiveDuty();
  const people = useMemo(
    () =>
      peopleOf(
        users.data ?? [],
        conversations.data ?? [],
        ownId,
        role === 'employee' ? duty : undefined,
      ),
    [users.data, conversations.data, ownId, role, duty],
  );
  const person = people.find(({ id }) => id === personId);
  const state = stateOf(users, conversations);
  if (role === null) return null;

  const viewer = { id: ownId, role };
  const showsThread = personId !== null && (person !== undefined || state === 'loading');
  return (
    <div className="-mx-4 -mt-6 -mb-24 flex h-[calc(100dvh-3rem)] flex-col overflow-hidden border-line sm:-mx-8 sm:-mt-8 sm:h-[calc(100dvh-3.5rem)] xl:border-x">
      <h1 className="sr-only">{t('Chat', 'Chat')}</h1>
      <div className="flex min-h-0 flex-1">
        {(isWide || !showsThread) && (
          <PeoplePane
            onRetry={() => {
              void users.refetch();
              void conversations.refetch();
            }}
            people={people}
            selectedId={personId}
            state={state}
            viewer={viewer}
          />
        )}
        {person ? (
          <ThreadPane
            key={person.id}
            onBack={isWide ? undefined : back}
            person={person}
            toShow={messageId}
            viewer={viewer}
          />
        ) : (
          (isWide || showsThread) && (
            <div className="grid min-w-0 flex-1 place-items-center p-6">
              {showsThread ? (
                <Skeleton className="w-full max-w-md" label={general.loading} lines={4} />
              ) : (
                <p className="text-steel">{messages.selectUser}</p>
              )}
            </div>
          )
        )}
      </div>
    </div>
  );
}

type Query = Pick<ReturnType<typeof useUsers>, 'isPending' | 'isError'> & { data?: unknown };

function stateOf(...queries: Query[]): 'loading' | 'ready' | 'failed' {
  if (queries.some(({ data, isError }) => data === undefined && isError)) return 'failed';
  return queries.some(({ isPending }) => isPending) ? 'loading' : 'ready';
}

/** Moves the focus to the row of the conversation that was closed. */
function useReturnToRow(personId: number | null): void {
  const before = useRef(personId);
  useEffect(() => {
    if (personId === null && before.current !== null) {
      document.querySelector<HTMLElement>(`[data-person="${before.current}"]`)?.focus();
    }
    before.current = personId;
  }, [personId]);
}
