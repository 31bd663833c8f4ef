import {
  createContext,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formScript } from '#contract/messages/form-script.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Draft, newDraft, readDraft, writeDraft } from './draft.ts';
import { readForm, typedIn } from './form-values.ts';
import { navigationHook } from './navigation-hook.ts';

/** Connects a form to the `HydrateOnInteraction` around it. */
export const HydrationContext = createContext({ draftToOffer: readDraft, onHydrated() {} });

// React Router would re-render the page on a move to an anchor, and with it empty the form that isn't hydrated yet.
let unhydratedPage: string | null = null;
navigationHook.popListeners.add((event) => {
  if (unhydratedPage === location.pathname + location.search) event.stopPropagation();
});

/** Saves input from before the form's script runs. */
class UnhydratedInput {
  readonly name: string;
  readonly earlier: Draft | null;
  #form: HTMLFormElement | null = null;

  constructor(name: string) {
    this.name = name;
    this.earlier = readDraft(name);
  }

  save(form: HTMLFormElement): void {
    this.#form = form;
    // Merged, so that a few new letters don't replace a draft that hasn't been offered yet.
    const values = { ...this.earlier?.values, ...typedIn(readForm(form)) };
    const { key, isSent, omitted } = this.earlier ?? {};
    writeDraft(this.name, newDraft(values, key, isSent, omitted));
  }

  /** The draft from before this visit: newer input is still in the form, unless React has replaced it. */
  draftToOffer(): Draft | null {
    return this.#form?.isConnected ? this.earlier : readDraft(this.name);
  }
}

const scrollTo = (shown: HTMLElement | null) => shown?.scrollIntoView({ block: 'nearest' });

interface HydrateOnInteractionProps {
  /** The draft's name. */
  name: string;
  /** Loads the form's script. */
  load: () => Promise<void>;
  /** Loads it without waiting for an interaction. */
  eager?: boolean;
  children: ReactNode;
}

/**
 * Shows a server-rendered form and loads its script at the first interaction. With the forms imported statically,
 * `npm run bench pages` measures 128,058 bytes of script for /inquiry and 132,786 for /application; the budget is
 * 107,520. Until hydrated, input is saved as a draft, and a pressed button is pressed again once the form is hydrated.
 */
export function HydrateOnInteraction(props: HydrateOnInteractionProps) {
  const { name, load, eager = false, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const [input] = useState(() => new UnhydratedInput(name));
  // New props for a boundary that isn't hydrated would make React discard the server's HTML and the input in it.
  const [firstChildren] = useState(children);
  const [isHydrated, setHydrated] = useState(false);
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle');

  const start = () => {
    load().catch(() => {
      setStatus((current) => (current === 'loading' ? 'failed' : current));
      pressed.current = null;
    });
  };
  const startNow = useEffectEvent(start);

  const onEvent = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || !root.current?.contains(target)) return;
    const form = target.closest('form');
    if (event.type === 'input' && form) input.save(form);
    const button = event.type === 'click' ? target.closest('button') : null;
    if (button) {
      event.preventDefault();
      pressed.current = button;
      setStatus('loading');
    }
    start();
  });

  useEffect(() => {
    // The server disables buttons that do nothing without a script.
    for (const button of root.current?.querySelectorAll('button') ?? []) button.disabled = false;
    if (eager || input.earlier) startNow();
  }, [eager, input]);

  useEffect(() => {
    if (isHydrated) {
      const button = pressed.current;
      // After the next render, so that the form's own validation runs instead of the browser's.
      if (button) requestAnimationFrame(() => button.isConnected && button.click());
      return;
    }
    const listeners = new AbortController();
    const { signal } = listeners;
    // On the window: React stops the events of a boundary that isn't hydrated before anything below sees them.
    for (const type of ['pointerover', 'pointerdown', 'focusin', 'input', 'click']) {
      addEventListener(type, (event) => onEvent(event), { capture: true, signal });
    }
    addEventListener('online', () => startNow(), { signal });
    unhydratedPage = location.pathname + location.search;
    return () => {
      unhydratedPage = null;
      listeners.abort();
    };
  }, [isHydrated]);

  const showMissing = useEffectEvent(() => {
    setStatus('loading');
    start();
  });
  const context = useMemo(
    () => ({ draftToOffer: () => input.draftToOffer(), onHydrated: () => setHydrated(true) }),
    [input],
  );
  const shown = isHydrated ? children : firstChildren;
  const boundary = useMemo(
    () => <Suspense fallback={<Missing onMount={() => showMissing()} />}>{shown}</Suspense>,
    [shown],
  );
  return (
    <div ref={root}>
      {!isHydrated && status !== 'idle' && (
        <div className="mb-6" key={status} ref={scrollTo}>
          <Alert
            action={status === 'failed' && <Button size="sm">Try again</Button>}
            tone={status === 'failed' ? 'error' : 'info'}
          >
            {formScript[status]}
          </Alert>
        </div>
      )}
      <HydrationContext value={context}>{boundary}</HydrationContext>
    </div>
  );
}

/** Takes the form's place after a client navigation without its script, or when React discards the server's HTML. */
function Missing({ onMount }: { onMount: () => void }) {
  const mounted = useEffectEvent(onMount);
  useEffect(() => mounted(), []);
  return null;
}
