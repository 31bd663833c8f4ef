import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Draft, deleteDraft, newDraft, writeDraft } from './draft.ts';
import { type FormValues, isBlank, typedIn } from './form-values.ts';
import { HydrationContext } from './hydrate-on-interaction.tsx';
import { newIdempotencyKey } from './idempotency-key.ts';

/** Milliseconds without typing before a save. */
const saveDelay = 400;

const pristine = { key: '', isSent: false, dirty: false, timer: 0, omitted: [] as string[] };

export type DraftStage = 'none' | 'offered' | 'continued' | 'discarded';

/** Saves a form's input as a draft and offers it after a reload; `read` returns the form's values. */
export function useDraft(name: string, read: () => FormValues | null) {
  const { draftToOffer, onHydrated } = use(HydrationContext);
  const [offer, setOffer] = useState<Draft | null>(null);
  const [stage, setStage] = useState<DraftStage>('none');
  const state = useRef({ ...pristine });

  const save = useEffectEvent(() => {
    const values = read();
    window.clearTimeout(state.current.timer);
    if (!state.current.dirty || values === null) return;
    state.current.dirty = false;
    // A few new letters must not replace a draft that is still offered.
    const all = stage === 'offered' ? { ...offer?.values, ...typedIn(values) } : values;
    const { isSent, omitted } = state.current;
    if (isBlank(all)) deleteDraft(name);
    else writeDraft(name, newDraft(all, key(), isSent, omitted));
  });

  const saveLater = () => {
    state.current.dirty = true;
    window.clearTimeout(state.current.timer);
    state.current.timer = window.setTimeout(save, saveDelay);
  };

  const key = () => {
    state.current.key ||= newIdempotencyKey();
    return state.current.key;
  };

  const savePriorInput = useEffectEvent(() => {
    if (!isBlank(read() ?? {})) saveLater();
  });

  useEffect(() => {
    const found = draftToOffer(name);
    if (found) {
      state.current.key = found.key;
      state.current.isSent = found.isSent ?? false;
      state.current.omitted = found.omitted ?? [];
      setOffer(found);
      setStage('offered');
    }
    // Input from before this script ran.
    savePriorInput();
    onHydrated();
    const onHidden = () => save();
    addEventListener('pagehide', onHidden);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      removeEventListener('pagehide', onHidden);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [name, draftToOffer, onHydrated]);

  // A layout effect's cleanup still finds the form when the page changes.
  useLayoutEffect(() => () => save(), []);

  return {
    offer,
    stage,
    /** Call on each input: saves after a short pause. */
    onInput() {
      if (stage !== 'offered') setStage('none');
      saveLater();
    },
    /** Call before sending: saves the input and its key immediately. */
    saveNow() {
      state.current.isSent = true;
      state.current.dirty = true;
      save();
    },
    /** The idempotency key, the same for every retry. */
    key,
    /** Call after a rejection: the next attempt gets a new key. */
    renewKey() {
      state.current.key = '';
      state.current.isSent = false;
      state.current.dirty = true;
      save();
    },
    /** Accepts the offer. Returns its values merged with the input since, to fill the form with. */
    resume(): FormValues {
      const values = { ...offer?.values, ...typedIn(read() ?? {}) };
      state.current.key = offer?.key ?? '';
      state.current.isSent = offer?.isSent ?? false;
      state.current.omitted = offer?.omitted ?? [];
      writeDraft(name, newDraft(values, key(), state.current.isSent, state.current.omitted));
      setStage('continued');
      return values;
    },
    /** Declines the offer; until the page is left, `restore` still works. */
    discard() {
      state.current = { ...pristine };
      deleteDraft(name);
      setStage('discarded');
    },
    dismiss: () => setStage('none'),
    /** Call after the form was sent. */
    clear() {
      window.clearTimeout(state.current.timer);
      state.current = { ...pristine };
      deleteDraft(name);
      setOffer(null);
      setStage('none');
    },
  };
}

export type DraftState = ReturnType<typeof useDraft>;
