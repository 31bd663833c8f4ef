import { useEffect, useState } from 'react';
import { dropDraft, newDraft, readDraft, writeDraft } from '#web/lib/draft.ts';
import { type Choice, type Choices, choicesFromDraft, choicesToDraft } from './drop-choices.ts';

function nameOf(dropId: number): string {
  return `settlement-drop-${dropId}`;
}

function kept(dropId: number | null): Choices {
  const draft = dropId === null ? null : readDraft(nameOf(dropId));
  return choicesFromDraft(draft?.values ?? {});
}

/** Forgets what was decided in a drop that is gone. */
export function forgetChoices(dropId: number): void {
  dropDraft(nameOf(dropId));
}

/** What the admin has decided in a drop; kept on this device until it is published. */
export function useDropChoices(dropId: number | null) {
  const [choices, setChoices] = useState<Choices>(() => kept(dropId));
  useEffect(() => setChoices(kept(dropId)), [dropId]);

  function choose(fileId: number, choice: Choice): void {
    setChoices((old) => {
      const changed = new Map(old).set(fileId, choice);
      if (dropId !== null) writeDraft(nameOf(dropId), newDraft(choicesToDraft(changed)));
      return changed;
    });
  }

  return { choices, choose };
}
