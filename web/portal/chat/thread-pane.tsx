import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Role } from '#contract/access.ts';
import { chat as chatMessages } from '#contract/messages/chat.ts';
import { Button } from '#web/ui/button.tsx';
import { AnsweredBy } from './answered-by.tsx';
import type { Person } from './chat-people.ts';
import { Composer } from './composer.tsx';
import { useConnection, useThread } from './engine/use-chat.ts';
import { ThreadLog } from './thread-log.tsx';
import { useEnclosure } from './use-enclosure.ts';

interface ThreadPaneProps {
  person: Person;
  viewer: { id: number | undefined; role: Role };
  toShow: number | null;
  /** The way back to the list, where the conversation has the screen for itself. */
  onBack: (() => void) | undefined;
}

/** The conversation with one person. Give it another `key` for another person. */
export function ThreadPane({ person, viewer, toShow, onBack }: ThreadPaneProps) {
  const thread = useThread(person.id);
  const connection = useConnection();
  const { enclosed, setFile, isOver, drop } = useEnclosure(thread.hasRoomFor);
  const box = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const atEnd = useRef(true);
  const other = useMemo(() => ({ id: person.id, name: person.name }), [person.id, person.name]);
  const { loadOlder, lookBack, reload, retry, discard, markSeen } = thread;

  const onEnd = useCallback(
    (isAtEnd: boolean) => {
      atEnd.current = isAtEnd;
      if (isAtEnd) markSeen();
    },
    [markSeen],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: said anew once it is loaded
  useEffect(() => {
    if (atEnd.current) markSeen();
  }, [thread.state, markSeen]);

  const isAlone = onBack !== undefined;
  useEffect(() => {
    // A phone would cover half of the conversation with its keyboard; a message that was searched for takes the focus itself.
    if (toShow !== null) return;
    if (isAlone || !box.current) heading.current?.focus({ preventScroll: true });
    else box.current.focus({ preventScroll: true });
  }, [isAlone, toShow]);

  useEscape(onBack);

  function send() {
    if (enclosed) thread.sendFile(enclosed.file, thread.draft);
    else if (thread.draft.trim() !== '') thread.send(thread.draft);
    else return;
    setFile(null);
    thread.setDraft('');
  }

  const httpError = errorText(person, viewer.role);
  return (
    <section
      aria-labelledby="chat-with"
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      {...(httpError ? {} : drop)}
    >
      <header className="flex min-h-14 items-center gap-2 border-b border-line bg-sheet px-3 py-1 sm:px-5">
        {onBack && (
          <Button
            aria-label="Back to the list"
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
            className="truncate font-display text-lg leading-snug font-bold outline-none"
            id="chat-with"
            ref={heading}
            tabIndex={-1}
          >
            {chatMessages.with(person.name, '')}
          </h2>
          {viewer.role === 'admin' && person.role === 'employee' && (
            <AnsweredBy person={person} viewerId={viewer.id} />
          )}
        </div>
      </header>
      <ThreadLog
        discard={discard}
        hasOlder={thread.hasOlder}
        loadOlder={loadOlder}
        loadingOlder={thread.loadingOlder}
        lookBack={lookBack}
        messages={thread.messages}
        onEnd={onEnd}
        other={other}
        reload={reload}
        retry={retry}
        state={thread.state}
        toShow={toShow}
      />
      <p aria-live="polite" className="min-h-6 px-3 text-sm text-steel sm:px-5">
        {thread.isTyping && chatMessages.typing(person.name)}
      </p>
      {connection === 'offline' && (
        <p className="border-t border-line bg-well px-3 py-2 text-sm sm:px-5" role="status">
          {chatMessages.offline}
        </p>
      )}
      {httpError ? (
        <p className="border-t-2 border-ink px-3 py-4 text-steel sm:px-5">{httpError}</p>
      ) : (
        <Composer
          box={box}
          draft={thread.draft}
          enclosed={enclosed}
          onDraft={(words) => {
            thread.setDraft(words);
            thread.noteTyping();
          }}
          onFile={setFile}
          onSend={send}
        />
      )}
      {isOver && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 z-20 grid place-items-center border-4 border-dashed border-rust bg-paper/90 font-display text-lg font-bold"
        >
          Drop the file here
        </p>
      )}
    </section>
  );
}

/** Why this person cannot be written to, null where they can. */
function errorText({ isOpen, role }: Person, viewerRole: Role): string | null {
  if (!isOpen) return chatMessages.closed;
  return viewerRole === 'employee' && role === 'employee' ? chatMessages.adminsOnly : null;
}

/** Escape is a second way back, wherever on the screen the keyboard is; an open window closes itself. */
function useEscape(back: (() => void) | undefined): void {
  useEffect(() => {
    if (back === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, isComposing, defaultPrevented } = event;
      const isInWindow = target instanceof Element && target.closest('[role*=dialog]');
      if (key === 'Escape' && !isComposing && !defaultPrevented && !isInWindow) back();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [back]);
}
