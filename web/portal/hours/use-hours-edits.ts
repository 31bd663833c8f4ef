import { useCallback, useEffect, useState } from 'react';
import { dropDraft, newDraft, readDraft, writeDraft } from '#web/lib/draft.ts';
import type { Edit, Edits } from './hours-edits.ts';

const name = 'hours';

/** What was typed and not sent before the page was left, for example because the session ran out. */
function keptEdits(): Edits {
  const kept = readDraft(name)?.values ?? {};
  try {
    const edits = Object.entries(kept).map(([id, text]) => [id, JSON.parse(text) as Edit]);
    return Object.fromEntries(edits) as Edits;
  } catch {
    return {};
  }
}

function keep(edits: Edits): void {
  const texts = Object.entries(edits).map(([id, edit]) => [id, JSON.stringify(edit)]);
  if (texts.length === 0) dropDraft(name);
  else writeDraft(name, newDraft(Object.fromEntries(texts)));
}

/** The pending edits, kept on this device until they are saved or given up. */
export function useHoursEdits() {
  const [edits, setEdits] = useState<Edits>(keptEdits);
  useEffect(() => keep(edits), [edits]);
  const change = useCallback((step: (edits: Edits) => Edits) => setEdits(step), []);
  return { edits, change };
}
