import { ArrowDown } from 'lucide-react';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToday } from '../shared/us-dates.ts';
import { dayWords, todayHere } from './chat-times.ts';
import type { Thread } from './engine/types.ts';
import { GroupOfMessages } from './group-of-messages.tsx';
import { MessageGroups } from './message-groups.ts';
import type { MessageDeeds } from './message-item.tsx';
import { QuietFailure } from './quiet-failure.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import { useMessageToShow } from './use-message-to-show.ts';

interface ThreadLogProps extends MessageDeeds {
  messages: Thread['messages'];
  state: Thread['state'];
  hasOlder: boolean;
  loadingOlder: boolean;
  other: { id: number; name: string };
  /** A message that was searched for, by its id. */
  toShow: number | null;
  loadOlder: () => void;
  lookBack: () => void;
  reload: () => void;
  /** Called with whether the newest message is in sight, and anew for each that comes. */
  onEnd: (atEnd: boolean) => void;
}

/** The messages of one conversation, day by day, the newest at the end. */
export const ThreadLog = memo(function ThreadLog({
  messages,
  state,
  hasOlder,
  loadingOlder,
  other,
  toShow,
  loadOlder,
  lookBack,
  reload,
  onEnd,
  retry,
  discard,
}: ThreadLogProps) {
  const { log, inner, atEnd, hasNew, newestReceived, onScroll, toEnd } = useLogScroll(
    messages,
    other.id,
  );
  const found = useMessageToShow(
    toShow,
    { messages, state, hasOlder, loadingOlder },
    log,
    lookBack,
  );
  const [groups] = useState(() => new MessageGroups());
  const days = useMemo(() => groups.of(messages), [groups, messages]);
  // Drawn anew after midnight, when 'Today' is another day.
  useToday(todayHere);
  const first = messages[0]?.key;
  const top = useTopSeen(log, loadOlder, hasOlder, first);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reports again for each received message
  useEffect(() => onEnd(atEnd), [atEnd, newestReceived, onEnd]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        aria-label={`Messages with ${other.name}`}
        aria-relevant="additions"
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
        onScroll={onScroll}
        ref={log}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be reached by the keyboard
        tabIndex={0}
      >
        <div className="relative mb-auto px-3 pb-3 sm:px-5" ref={inner}>
          {hasOlder && (
            <div className="flex min-h-11 items-center justify-center text-sm text-steel" ref={top}>
              {loadingOlder ? (
                general.loading
              ) : (
                <Button onClick={loadOlder} size="sm" variant="quiet">
                  Older messages
                </Button>
              )}
            </div>
          )}
          {state === 'loading' && <Skeleton className="py-4" label={general.loading} lines={6} />}
          {state === 'failed' && (
            <QuietFailure className="my-4" onRetry={reload}>
              {chatMessages.loadFailed}
            </QuietFailure>
          )}
          {state === 'ready' && messages.length === 0 && (
            <p className="py-6 text-center text-steel">{chatMessages.noMessages}</p>
          )}
          {days.map((day) => (
            <section key={day.key}>
              <h3 className="flex justify-center py-2">
                <span className="legend border border-line bg-paper px-3 py-1 text-steel">
                  {dayWords(day.instant)}
                </span>
              </h3>
              {day.groups.map((group, index) => (
                <GroupOfMessages
                  before={day.groups[index - 1]?.messages.at(-1)?.senderId}
                  discard={discard}
                  found={found}
                  group={group}
                  isLast={day === days.at(-1) && index === day.groups.length - 1}
                  key={group.key}
                  name={other.name}
                  otherId={other.id}
                  retry={retry}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
      {hasNew && (
        <Button className="absolute inset-x-0 bottom-2 mx-auto w-fit shadow-lift" onClick={toEnd}>
          <ArrowDown aria-hidden="true" className="size-5" />
          {chatMessages.newMessages}
        </Button>
      )}
    </div>
  );
});

/** Asks for older messages when their place comes near the screen; once for each beginning. */
function useTopSeen(
  log: RefObject<HTMLDivElement | null>,
  loadOlder: () => void,
  hasOlder: boolean,
  first: string | undefined,
) {
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched anew after each page, else one that stays in sight is reported once only
  useEffect(() => {
    if (!hasOlder || !top.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Several can come at once, when the page was busy.
        if (entries.at(-1)?.isIntersecting) loadOlder();
      },
      { root: log.current, rootMargin: '600px 0px' },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hasOlder, first, loadOlder, log]);
  return top;
}
