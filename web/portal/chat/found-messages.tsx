import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMessageSearch } from './chat.data.ts';
import { type Person, previewOf } from './chat-people.ts';
import { listTime } from './chat-times.ts';
import { QuietFailure } from './quiet-failure.tsx';
import { fromList, useThreadSearch } from './thread-location.ts';

interface FoundMessagesProps {
  search: string;
  people: readonly Person[];
  /** Whether the search also found people. */
  hasPeople: boolean;
}

/** The viewer's messages that match the search, newest first. */
export function FoundMessages({ search, people, hasPeople }: FoundMessagesProps) {
  const threadSearch = useThreadSearch();
  const debounced = useDebounced(search);
  const found = useMessageSearch(debounced);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const messages = found.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isLoading = found.isPending || debounced !== search || found.isPlaceholderData;
  return (
    <section aria-labelledby="found-messages" className="mt-4">
      <h3 className="legend px-3 pb-2 text-steel sm:px-5" id="found-messages">
        {t('Messages', 'Mensajes')}
      </h3>
      {isLoading && <Skeleton className="px-3 sm:px-5" label={general.loading} lines={3} />}
      {found.isError && messages.length === 0 && (
        <QuietFailure className="mx-3 sm:mx-5" onRetry={() => void found.refetch()}>
          {chatMessages.loadFailed}
        </QuietFailure>
      )}
      {!isLoading && found.data && messages.length === 0 && (
        <p className="px-3 text-steel sm:px-5" role="status">
          {hasPeople ? chatMessages.noMatch : chatMessages.nothingMatch}
        </p>
      )}
      {!isLoading && messages.length > 0 && (
        <ul className="border-t border-line">
          {messages.map((message) => {
            const { id, senderId, receiverId, timestamp } = message;
            // The viewer is not among the people.
            const otherId = names.has(senderId) ? senderId : receiverId;
            return (
              <li className="border-b border-line" key={id}>
                <Link
                  className="block min-h-14 border-l-4 border-transparent px-2 py-2 -outline-offset-2 hover:bg-well sm:px-4"
                  state={fromList}
                  to={threadSearch(otherId, id)}
                >
                  <span className="flex items-baseline justify-between gap-3">
                    <bdi className="truncate font-display text-sm font-semibold">
                      {names.get(otherId)}
                    </bdi>
                    <time className="shrink-0 text-xs text-steel tabular-nums" dateTime={timestamp}>
                      {listTime(timestamp)}
                    </time>
                  </span>
                  <span className="line-clamp-2 text-sm text-steel wrap-anywhere">
                    {senderId !== otherId && t('You: ', 'Usted: ')}
                    <bdi>{previewOf(message)}</bdi>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {!isLoading && found.hasNextPage && (
        <div className="p-3 text-center">
          <Button
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
            size="sm"
            variant="secondary"
          >
            {t('More messages', 'Más mensajes')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Milliseconds without typing before a search starts. */
const searchDelay = 250;

/** The text once typing pauses; the first one at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
