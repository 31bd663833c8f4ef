import {
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { early as say } from '#contract/messages/early.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { readDraft } from './draft.ts';
import { EarlyContext, EarlyDraft } from './early-draft.ts';
import { useFirstTouch } from './first-touch.ts';

interface LateFormProps {
  /** The name of its draft. */
  name: string;
  /** Loads the script of the form. */
  begin: () => Promise<void>;
  /** Does not wait for a touch. */
  now?: boolean;
  children: ReactNode;
}

/** A form that the server renders whole and whose script comes at the first touch; until then typing is kept. */
export function LateForm({ name, begin, now = false, children }: LateFormProps) {
  const box = useRef<HTMLDivElement>(null);
  // Until React has taken the form over, a change of what it gets would empty it.
  const [first] = useState(children);
  const [ready, setReady] = useState(false);
  const [wait, setWait] = useState<'no' | 'moment' | 'offline'>('no');
  const pressed = useRef<HTMLButtonElement | null>(null);
  const absent = useRef(false);
  const draft = useRef<EarlyDraft | null>(null);

  const start = () => {
    begin().catch(() => {
      if (pressed.current || absent.current) setWait('offline');
      pressed.current = null;
    });
  };

  useFirstTouch({
    box,
    active: !ready,
    onTouch: start,
    onInput: (form) => draft.current?.touch(form),
    onPress(button) {
      pressed.current = button;
      setWait('moment');
    },
    onLeave: () => draft.current?.keepNow(),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once in the life of the form
  useEffect(() => {
    draft.current ??= new EarlyDraft(name);
    // They wait for this script, where a press would send the form by itself.
    for (const button of box.current?.querySelectorAll('button') ?? []) button.disabled = false;
    if (now || draft.current.waits) start();
    return () => draft.current?.keepNow();
  }, []);

  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    // After the form has drawn itself anew, so that it judges instead of the browser.
    if (ready && button) requestAnimationFrame(() => button.isConnected && button.click());
  }, [ready]);

  const bridge = useMemo(
    () => ({
      found: (form: string) => draft.current?.found() ?? (draft.current ? null : readDraft(form)),
      takeOver() {
        draft.current?.stop();
        setReady(true);
      },
    }),
    [],
  );
  const showAbsent = useEffectEvent(() => {
    absent.current = true;
    setWait('moment');
    start();
  });
  const shown = ready ? children : first;
  const part = useMemo(
    () => <Suspense fallback={<Absent onShow={() => showAbsent()} />}>{shown}</Suspense>,
    [shown],
  );

  return (
    <div ref={box}>
      {!ready && wait !== 'no' && (
        <div className="sticky top-0 z-30 mb-6">
          <Notice
            action={wait === 'offline' && <Button size="sm">Try again</Button>}
            tone={wait === 'offline' ? 'error' : 'info'}
          >
            {say[wait]}
          </Notice>
        </div>
      )}
      <EarlyContext value={bridge}>{part}</EarlyContext>
    </div>
  );
}

/** Nothing in the form's place: after a change of page, or when React gave up what the server had rendered. */
function Absent({ onShow }: { onShow: () => void }) {
  const show = useEffectEvent(onShow);
  useEffect(() => show(), []);
  return null;
}
