import { useEffect, useState } from 'react';
import { deleteFormDraft, readFormDraft, saveFormDraft } from '#web/lib/drafts/form-draft.ts';
import type { Choice, Choices } from './drop-choices.ts';

function nameOf(dropId: number): string {
  return `settlement-drop-${dropId}`;
}

interface Values {
  choices: [fileId: number, choice: Choice][];
}

function stored(dropId: number | null): Choices {
  const draft = dropId === null ? null : readFormDraft<null, Values>(nameOf(dropId));
  return new Map(draft?.values.choices);
}

/** Deletes the choices of a drop that is gone. */
export function forgetChoices(dropId: number): void {
  deleteFormDraft(nameOf(dropId));
}

/** The choices in a drop, kept on this device until it is published. */
export function useDropChoices(dropId: number | null) {
  const [choices, setChoices] = useState<Choices>(() => stored(dropId));
  useEffect(() => setChoices(stored(dropId)), [dropId]);

  function choose(made: Iterable<readonly [fileId: number, choice: Choice]>): void {
    setChoices((old) => {
      const changed = new Map([...old, ...made]);
      const values: Values = { choices: [...changed] };
      if (dropId !== null) saveFormDraft(nameOf(dropId), null, values);
      return changed;
    });
  }

  return { choices, choose };
}
