import { useEffect, useState } from 'react';
import { deleteFormDraft, readFormDraft, saveFormDraft } from '#web/lib/form-draft.ts';
import type { FormValues } from '#web/lib/form-values.ts';
import { type Choice, type Choices, choicesFromDraft, choicesToDraft } from './drop-choices.ts';

function nameOf(dropId: number): string {
  return `settlement-drop-${dropId}`;
}

function kept(dropId: number | null): Choices {
  const draft = dropId === null ? null : readFormDraft<null, FormValues>(nameOf(dropId));
  return choicesFromDraft((draft?.values ?? {}) as FormValues);
}

/** Deletes the choices of a drop that is gone. */
export function forgetChoices(dropId: number): void {
  deleteFormDraft(nameOf(dropId));
}

/** The choices in a drop, kept on this device until it is published. */
export function useDropChoices(dropId: number | null) {
  const [choices, setChoices] = useState<Choices>(() => kept(dropId));
  useEffect(() => setChoices(kept(dropId)), [dropId]);

  function choose(made: Iterable<readonly [fileId: number, choice: Choice]>): void {
    setChoices((old) => {
      const changed = new Map([...old, ...made]);
      if (dropId !== null) saveFormDraft(nameOf(dropId), null, choicesToDraft(changed));
      return changed;
    });
  }

  return { choices, choose };
}
