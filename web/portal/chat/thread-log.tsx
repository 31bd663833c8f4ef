import { ArrowDown } from 'lucide-react';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToday } from '../shared/us-dates.ts';
import { dayTitle, todayHere } from './chat-times.ts';
import type { Thread } from './engine/thread.ts';
import type { ThreadActions } from './engine/use-chat.ts';
import { type MessageGroup, MessageGroups } from './message-groups.ts';
import { type MessageActions, MessageItem } from './message-item.tsx';
import { QuietFailure } from './quiet-failure.tsx';
import { useLogScroll, useMessageToShow } from './use-log-scroll.ts';

interface ThreadLogProps {
  thread: Thread;
  actions: ThreadActions;
  isOffline: boolean;
  other: { id: number; name: string };
  /** The id of the search result to show. */
  toShow: number | null;
  /** Called with whether the newest message is visible, and again for each received one. */
  onEnd: (atEnd: boolean) => void;
}

/** The messages of one conversation by day, the newest at the end. */
export const ThreadLog = memo(function ThreadLog({
  thread,
  actions,
  isOffline,
  other,
  toShow,
  onEnd,
}: ThreadLogProps) {
  const { messages, state, hasOlder, loadingOlder } = thread;
  const { loadOlder, retry, discard } = actions;
  const { log, inner, atEnd, hasNew, newestReceived, onScroll, toEnd } = useLogScroll(
    messages,
    other.id,
  );
  const found = useMessageToShow(toShow, thread, log, actions.loadManyOlder);
  const [groups] = useState(() => new MessageGroups());
  const days = useMemo(() => groups.of(messages), [groups, messages]);
  // Rerenders after midnight, when 'Today' changes.
  useToday(todayHere);
  const top = useTopSeen(log, loadOlder, hasOlder, messages[0]?.key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reports again for each received message
  useEffect(() => onEnd(atEnd), [atEnd, newestReceived, onEnd]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        aria-label={t(`Messages with ${other.name}`, `Mensajes con ${other.name}`)}
        aria-relevant="additions"
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
        onScroll={onScroll}
        ref={log}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable with the keyboard
        tabIndex={0}
      >
        <div className="relative mb-auto px-3 pb-3 sm:px-5" ref={inner}>
          {hasOlder && (
            <div className="flex min-h-11 items-center justify-center text-sm text-steel" ref={top}>
              {loadingOlder ? (
                general.loading
              ) : (
                <Button onClick={loadOlder} size="sm" variant="quiet">
                  {t('Older messages', 'Mensajes anteriores')}
                </Button>
              )}
            </div>
          )}
          {state === 'loading' && <Skeleton className="py-4" label={general.loading} lines={6} />}
          {state === 'failed' && isOffline && (
            <p className="py-6 text-center text-steel">{chatMessages.notHereYet}</p>
          )}
          {state === 'failed' && !isOffline && (
            <QuietFailure className="my-4" onRetry={actions.reload}>
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
                  {dayTitle(day.instant)}
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
                  other={other}
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

/** Height of a one-line message, in pixels. */
const minMessageHeight = 72;

interface GroupProps extends MessageActions {
  group: MessageGroup;
  /** The sender of the message before the group, on the same day. */
  before: number | undefined;
  other: ThreadLogProps['other'];
  found: number | null;
  isLast: boolean;
}

/** Rendered by the browser near the screen only; the last group always, because scrolling to the end needs its height. */
const GroupOfMessages = memo(function GroupOfMessages({
  group: { messages },
  before,
  other,
  found,
  isLast,
  retry,
  discard,
}: GroupProps) {
  return (
    <ol
      className={isLast ? '' : '[content-visibility:auto]'}
      style={{ containIntrinsicBlockSize: `auto ${messages.length * minMessageHeight}px` }}
    >
      {messages.map((message, index) => (
        <MessageItem
          discard={discard}
          follows={(index > 0 ? messages[index - 1]?.senderId : before) === message.senderId}
          isFound={message.id !== null && message.id === found}
          key={message.key}
          message={message}
          name={other.name}
          otherId={other.id}
          retry={retry}
        />
      ))}
    </ol>
  );
});

/** Loads older messages when the top of the log nears the screen. */
function useTopSeen(
  log: RefObject<HTMLDivElement | null>,
  loadOlder: () => void,
  hasOlder: boolean,
  first: string | undefined,
) {
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again after each page, else a top that stays visible is reported only once
  useEffect(() => {
    if (!hasOlder || !top.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page gets several entries in one call.
        if (entries.at(-1)?.isIntersecting) loadOlder();
      },
      { root: log.current, rootMargin: '600px 0px' },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [hasOlder, first, loadOlder, log]);
  return top;
}
