import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { type FormValues, isBlank } from '../forms/form-values.ts';
import type { DraftStage } from './draft-alert.tsx';
import { type Draft, deleteDraft, deleteOldDrafts, readDraft, saveDraft } from './drafts.ts';

/** Milliseconds without typing before a save. */
const saveDelay = 400;

interface SendState {
  /** The idempotency key, so that a retry never creates a second record. */
  key: string;
  /** It was sent, but no response arrived. */
  isSent: boolean;
}

/** The draft of a public form. */
export type VisitorDraft = Draft<FormValues, SendState>;

const unsent: SendState = { key: '', isSent: false };

/** Saves a public form's input as a draft, and restores it when the form is opened again. */
export function useDraft(
  name: string,
  form: {
    /** The form's values; null when it isn't there. */
    read: () => FormValues | null;
    /** Puts values into the form, in place of those that it has. */
    fill: (values: FormValues) => void;
    /** Puts a draft's values into the form. What has been typed meanwhile stays. */
    restore: (values: FormValues) => void;
    /** It came back from the server with newer values. */
    isReturned: boolean;
  },
) {
  const [restored, setRestored] = useState<VisitorDraft | null>(null);
  const [stage, setStage] = useState<DraftStage | null>(null);
  const attempt = useRef(unsent);
  const waiting = useRef({ isDirty: false, timer: 0 });

  const key = () => {
    attempt.current = { ...attempt.current, key: attempt.current.key || newIdempotencyKey() };
    return attempt.current.key;
  };

  const save = useEffectEvent(() => {
    const values = form.read();
    window.clearTimeout(waiting.current.timer);
    if (!waiting.current.isDirty || values === null) return;
    waiting.current.isDirty = false;
    if (isBlank(values)) deleteDraft('visitor', name);
    else saveDraft('visitor', name, values, { ...attempt.current, key: key() });
  });

  const saveNow = (next: SendState) => {
    attempt.current = next;
    waiting.current.isDirty = true;
    save();
  };

  const saveLater = () => {
    waiting.current.isDirty = true;
    window.clearTimeout(waiting.current.timer);
    waiting.current.timer = window.setTimeout(save, saveDelay);
  };

  const onOpen = useEffectEvent(() => {
    deleteOldDrafts();
    const found = readDraft<FormValues, SendState>('visitor', name);
    if (found && !form.isReturned) {
      attempt.current = { key: found.key, isSent: found.isSent };
      setRestored(found);
      setStage('restored');
      form.restore(found.values as FormValues);
    }
    // Input from before this script ran.
    if (!isBlank(form.read() ?? {})) saveLater();
  });

  const clear = () => {
    window.clearTimeout(waiting.current.timer);
    waiting.current.isDirty = false;
    attempt.current = unsent;
    deleteDraft('visitor', name);
  };

  useEffect(() => {
    onOpen();
    const onHidden = () => save();
    addEventListener('pagehide', onHidden);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      removeEventListener('pagehide', onHidden);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, []);

  // A layout effect's cleanup still finds the form when the page changes.
  useLayoutEffect(() => () => save(), []);

  return {
    restored,
    stage,
    closeAlert: () => setStage(null),
    /** Call on each input: saves after a short pause. */
    onInput() {
      setStage((shown) => (shown === 'emptied' ? null : shown));
      saveLater();
    },
    /** Call before sending: saves the input and its key, and returns the key. */
    beforeSending(): string {
      saveNow({ key: key(), isSent: true });
      return attempt.current.key;
    },
    /** Call after a rejection: the next attempt gets a new key. */
    renewKey: () => saveNow(unsent),
    startOver() {
      clear();
      form.fill({});
      setStage('emptied');
    },
    undo() {
      const { key: earlier, isSent, values } = restored ?? { ...unsent, values: {} };
      attempt.current = { key: earlier, isSent };
      form.fill(values as FormValues);
      saveDraft('visitor', name, values, attempt.current);
      setStage('restored');
    },
    /** Call after the form was sent. */
    clear,
  };
}
