import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { isComposing } from '#web/lib/device/is-composing.ts';
import { Button } from '#web/ui/button.tsx';
import { useConnectionState } from '../shared/live/live-updates.ts';
import { useDuty } from '../shared/people/duty.data.ts';
import { OnDutyBadge } from '../shared/people/on-duty-badge.tsx';
import type { Person } from './chat-people.ts';
import { Composer } from './composer.tsx';
import { useDraft, useThread, useTypingTo } from './engine/use-chat.ts';
import { AnsweredBy, type Viewer } from './person-row.tsx';
import { ThreadLog } from './thread-log.tsx';
import { useAttachments } from './use-attachments.ts';

interface ThreadPaneProps {
  person: Person;
  viewer: Viewer;
  toShow: number | null;
  /** Returns to the list; undefined when the list is beside the conversation. */
  onBack: (() => void) | undefined;
}

/** The conversation with one person. Needs another `key` for another person. */
export function ThreadPane({ person, viewer, toShow, onBack }: ThreadPaneProps) {
  const { thread, actions } = useThread(person.id);
  const [draft, setDraft] = useDraft(person.id);
  const connection = useConnectionState();
  const isTyping = useTypingTo(viewer.id ?? 0).includes(person.id);
  const { isOver, drop, ...files } = useAttachments(actions.hasRoomFor);
  const box = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const atEnd = useRef(true);
  const other = useMemo(() => ({ id: person.id, name: person.name }), [person.id, person.name]);
  const { markSeen } = actions;

  const onEnd = useCallback(
    (isAtEnd: boolean) => {
      atEnd.current = isAtEnd;
      if (isAtEnd) markSeen();
    },
    [markSeen],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports again once it is loaded
  useEffect(() => {
    if (atEnd.current) markSeen();
  }, [thread.state, markSeen]);

  const isAlone = onBack !== undefined;
  useEffect(() => {
    // On a phone the keyboard would cover half of the conversation; a searched message takes the focus itself.
    if (toShow !== null) return;
    if (isAlone || !box.current) heading.current?.focus({ preventScroll: true });
    else box.current.focus({ preventScroll: true });
  }, [isAlone, toShow]);

  useEscape(onBack);
  const until = useDuty().get(person.id);

  function send() {
    const [first, ...others] = files.attached.map(({ file }) => file);
    if (!first && isBlank(draft)) return;
    actions.send(draft, first);
    for (const file of others) actions.send('', file);
    setDraft('');
    files.clear();
    setDraft('');
  }

  const blocked = blockedText(person, viewer.role);
  return (
    <section
      aria-labelledby="chat-with"
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      {...(blocked ? {} : drop)}
    >
      <header className="flex min-h-14 items-center gap-2 border-b border-line bg-sheet px-3 py-1 sm:px-5">
        {onBack && (
          <Button
            aria-label={t('Back to the list', 'Volver a la lista')}
            className="-ml-2 shrink-0"
            onClick={onBack}
            size="icon"
            variant="quiet"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
          </Button>
        )}
        <div className="min-w-0 flex-1">
          <h2
            className="truncate font-display text-lg leading-tight font-bold outline-none"
            id="chat-with"
            ref={heading}
            tabIndex={-1}
          >
            {chatMessages.with(person.name)}
          </h2>
          <AnsweredBy person={person} viewer={viewer} />
        </div>
        <OnDutyBadge until={until} />
      </header>
      <ThreadLog
        actions={actions}
        isOffline={connection === 'offline'}
        onEnd={onEnd}
        other={other}
        thread={thread}
        toShow={toShow}
      />
      <p aria-live="polite" className="min-h-6 px-3 text-sm text-steel sm:px-5">
        {isTyping && chatMessages.typing(person.name)}
      </p>
      {connection === 'offline' && (
        <p className="border-t border-line bg-well px-3 py-2 text-sm sm:px-5" role="status">
          {chatMessages.offline}
        </p>
      )}
      {blocked ? (
        <p className="border-t-2 border-ink px-3 py-4 text-steel sm:px-5">{blocked}</p>
      ) : (
        <Composer
          box={box}
          draft={draft}
          onDraft={(text) => {
            setDraft(text);
            actions.type();
          }}
          files={files}
          onSend={send}
          receiver={viewer.role === 'admin' ? person.firstName : null}
        />
      )}
      {isOver && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 z-20 grid place-items-center border-4 border-dashed border-rust bg-paper/90 font-display text-lg font-bold"
        >
          {t('Drop the files here', 'Suelte aquí los archivos')}
        </p>
      )}
    </section>
  );
}

/** Why the viewer can't write to this person, null if they can. */
function blockedText({ isOpen, role }: Person, viewerRole: Role): string | null {
  if (!isOpen) return chatMessages.closed;
  return viewerRole === 'employee' && role === 'employee' ? chatMessages.adminsOnly : null;
}

/** Escape also returns to the list, wherever the focus is; an open dialog closes instead. */
function useEscape(back: (() => void) | undefined): void {
  // Before the conversation is seen: a quick press must not be lost.
  useLayoutEffect(() => {
    if (back === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      const isInDialog = target instanceof Element && target.closest('[role*=dialog]');
      if (key === 'Escape' && !isComposing(event) && !defaultPrevented && !isInDialog) back();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [back]);
}
