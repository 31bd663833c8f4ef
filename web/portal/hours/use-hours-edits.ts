import { useCallback, useEffect, useState } from 'react';
import { deleteFormDraft, readFormDraft, saveFormDraft } from '#web/lib/form-draft.ts';
import type { Edits } from './hours-edits.ts';

interface KeptHours {
  edits: Edits;
  reason: string;
}

/** The pending edits and their reason, kept on this device until they are saved or given up. */
export function useHoursEdits() {
  const [kept] = useState(() => readFormDraft<null, KeptHours>('hours')?.values);
  const [edits, setEdits] = useState<Edits>(kept?.edits ?? {});
  const [reason, setReason] = useState(kept?.reason ?? '');
  useEffect(() => {
    if (Object.keys(edits).length > 0) saveFormDraft('hours', null, { edits, reason });
    else deleteFormDraft('hours');
  }, [edits, reason]);
  const change = useCallback((step: (edits: Edits) => Edits) => setEdits(step), []);
  return { edits, change, reason, setReason };
}
