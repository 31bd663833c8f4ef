import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMessageSearch } from './chat.data.ts';
import { lineOf, type Person } from './chat-people.ts';
import { whenWords } from './chat-times.ts';
import { QuietFailure } from './quiet-failure.tsx';
import { fromList, useThreadSearch } from './thread-place.ts';

interface FoundMessagesProps {
  search: string;
  people: readonly Person[];
  somebodyFound: boolean;
}

/** The caller's own messages that a search finds, the newest first. */
export function FoundMessages({ search, people, somebodyFound }: FoundMessagesProps) {
  const threadSearch = useThreadSearch();
  const asked = useSettled(search);
  const found = useMessageSearch(asked);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const messages = found.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const isWaiting = found.isPending || asked !== search || found.isPlaceholderData;
  return (
    <section aria-labelledby="found-messages" className="mt-4">
      <h3 className="legend px-3 pb-2 text-steel sm:px-5" id="found-messages">
        Messages
      </h3>
      {isWaiting && <Skeleton className="px-3 sm:px-5" label={general.loading} lines={3} />}
      {found.isError && messages.length === 0 && (
        <QuietFailure className="mx-3 sm:mx-5" onRetry={() => void found.refetch()}>
          {chatMessages.loadFailed}
        </QuietFailure>
      )}
      {!isWaiting && found.data && messages.length === 0 && (
        <p className="px-3 text-steel sm:px-5" role="status">
          {somebodyFound ? chatMessages.noMatch : chatMessages.nothingMatch}
        </p>
      )}
      {!isWaiting && messages.length > 0 && (
        <ul className="border-t border-line">
          {messages.map((message) => {
            const { id, senderId, receiverId, timestamp } = message;
            // Oneself is not in the list, so the other one is whoever is.
            const otherId = names.has(senderId) ? senderId : receiverId;
            return (
              <li className="border-b border-line" key={id}>
                <Link
                  className="block min-h-14 border-l-4 border-transparent px-2 py-2 -outline-offset-2 hover:bg-well sm:px-4"
                  state={fromList}
                  to={{ search: threadSearch(otherId, id) }}
                >
                  <span className="flex items-baseline justify-between gap-3">
                    <bdi className="truncate font-display text-sm font-semibold">
                      {names.get(otherId)}
                    </bdi>
                    <time className="shrink-0 text-xs text-steel tabular-nums" dateTime={timestamp}>
                      {whenWords(timestamp)}
                    </time>
                  </span>
                  <span className="line-clamp-2 text-sm text-steel wrap-anywhere">
                    {senderId !== otherId && 'You: '}
                    <bdi>{lineOf(message)}</bdi>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {!isWaiting && found.hasNextPage && (
        <div className="p-3 text-center">
          <Button
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
            size="sm"
            variant="secondary"
          >
            More messages
          </Button>
        </div>
      )}
    </section>
  );
}

/** Milliseconds without typing before a search starts. */
const searchDelay = 250;

/** The text once typing pauses; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
