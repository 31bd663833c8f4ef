import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Draft, dropDraft, newDraft, writeDraft } from './draft.ts';
import { EarlyContext, pause } from './early-draft.ts';
import { type FormValues, isBlank, typedIn } from './form-values.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

export type DraftStage = 'none' | 'offered' | 'continued' | 'discarded';

/** Keeps what is typed into a form and offers it again after a reload; `read` gives the form as it is. */
export function useDraft(name: string, read: () => FormValues | null) {
  const early = use(EarlyContext);
  const [offer, setOffer] = useState<Draft | null>(null);
  const [stage, setStage] = useState<DraftStage>('none');
  const kept = useRef({ key: '', dirty: false, timer: 0 });

  const keep = useEffectEvent(() => {
    const values = read();
    window.clearTimeout(kept.current.timer);
    if (!kept.current.dirty || values === null) return;
    kept.current.dirty = false;
    // An offer that was neither taken nor refused yet must not be lost to a few new letters.
    const whole = stage === 'offered' ? { ...offer?.values, ...typedIn(values) } : values;
    if (isBlank(whole)) dropDraft(name);
    else writeDraft(name, newDraft(whole, key()));
  });

  const later = () => {
    kept.current.dirty = true;
    window.clearTimeout(kept.current.timer);
    kept.current.timer = window.setTimeout(keep, pause);
  };

  const key = () => {
    kept.current.key ||= newIdempotencyKey();
    return kept.current.key;
  };

  const resume = useEffectEvent(() => {
    if (!isBlank(read() ?? {})) later();
  });

  useEffect(() => {
    const found = early.found(name);
    if (found) {
      kept.current.key = found.key;
      setOffer(found);
      setStage('offered');
    }
    // Typed before this script arrived.
    resume();
    early.takeOver();
    const hidden = () => keep();
    addEventListener('pagehide', hidden);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', hidden);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [name, early]);

  // A layout effect's cleanup still finds the form when the page moves on.
  useLayoutEffect(() => () => keep(), []);

  return {
    offer,
    stage,
    /** Something was typed: it is kept after a short pause. */
    touch() {
      // Whoever types on has read what was said about the draft.
      if (stage !== 'offered') setStage('none');
      later();
    },
    /** About to be sent: what is typed and its key are kept at once. */
    keepNow() {
      kept.current.dirty = true;
      keep();
    },
    /** The key of the thing to be created: the same for every try. */
    key,
    /** For the next try to count as another thing, once the server has refused this one. */
    renewKey() {
      kept.current.key = '';
      kept.current.dirty = true;
      keep();
    },
    /** Takes the offer: its values are to be put into the form, with what was typed since. */
    take(): FormValues {
      const values = { ...offer?.values, ...typedIn(read() ?? {}) };
      kept.current.key = offer?.key ?? '';
      writeDraft(name, newDraft(values, key()));
      setStage('continued');
      return values;
    },
    /** Refuses the offer; until the page is left it can be taken after all. */
    discard() {
      kept.current = { key: '', dirty: false, timer: 0 };
      dropDraft(name);
      setStage('discarded');
    },
    dismiss: () => setStage('none'),
    /** Sent: nothing is kept any more. */
    clear() {
      window.clearTimeout(kept.current.timer);
      kept.current = { key: '', dirty: false, timer: 0 };
      dropDraft(name);
      setOffer(null);
      setStage('none');
    },
  };
}

export type DraftKeeper = ReturnType<typeof useDraft>;
