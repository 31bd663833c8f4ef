import { useEffect, useState } from 'react';
import type { DropFile, Finding } from '#contract/settlement-drops.ts';
import { deleteFormDraft, readFormDraft, saveFormDraft } from '#web/lib/drafts/form-draft.ts';

/** An admin's decision about a file. */
export interface Choice {
  /** The driver; null while none is chosen. */
  userId: number | null;
  /** Whether to publish it next. */
  isIncluded: boolean;
  /** The name that the driver sees; undefined for the file's own name. */
  name?: string | undefined;
}

export type Choices = ReadonlyMap<number, Choice>;

/** The admin's decision about a file, by default the finding. */
export function choiceOf(file: DropFile, choices: Choices): Choice {
  const made = choices.get(file.drop_file_id);
  return made ?? { userId: file.user_id, isIncluded: file.finding === 'match' };
}

const order: Record<Finding, number> = { doubt: 0, none: 1, match: 2 };

const names = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Those that need a review first, then by name. */
export function inOrder(files: readonly DropFile[]): DropFile[] {
  return files.toSorted(
    (one, other) =>
      order[one.finding] - order[other.finding] ||
      names.compare(one.file_name, other.file_name) ||
      one.drop_file_id - other.drop_file_id,
  );
}

/** The files to publish with their drivers. */
export function entriesOf(files: readonly DropFile[], choices: Choices) {
  return files.flatMap((file) => {
    const { userId, isIncluded, name } = choiceOf(file, choices);
    if (!isIncluded || userId === null) return [];
    const file_name = name?.trim();
    return [{ drop_file_id: file.drop_file_id, user_id: userId, ...(file_name && { file_name }) }];
  });
}

/** '14 ready, 4 to check, 2 without a driver'. */
export function summaryOf(files: readonly DropFile[], choices: Choices): string {
  let [ready, toCheck, without, leftOut] = [0, 0, 0, 0];
  for (const file of files) {
    const { userId, isIncluded } = choiceOf(file, choices);
    if (isIncluded && userId !== null) ready += 1;
    else if (userId !== null) leftOut += 1;
    else if (file.finding === 'doubt') toCheck += 1;
    else without += 1;
  }
  return [
    `${ready} ready`,
    toCheck > 0 && `${toCheck} to check`,
    without > 0 && `${without} without a driver`,
    leftOut > 0 && `${leftOut} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

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
