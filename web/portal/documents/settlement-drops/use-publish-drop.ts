import { useRef, useState } from 'react';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { errorMessage, tokenError } from '../../shared/error-messages.ts';
import { publishQuestion } from './drop-labels.ts';
import { usePublishDrop } from './settlement-drops.data.ts';

type Entries = readonly { drop_file_id: number; user_id: number; file_name?: string }[];

export interface Outcome {
  tone: 'success' | 'error';
  text: string;
}

/** Publishes after confirmation. A retry of the same files publishes them once. */
export function useAskAndPublish(dropId: number | null) {
  const confirm = useConfirm();
  const publish = usePublishDrop();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const tried = useRef({ what: '', key: '' });

  /** Returns whether they were published; null when the call was not made. */
  async function ask(entries: Entries, staying: number): Promise<boolean | null> {
    if (dropId === null || publish.isPending) return null;
    setOutcome(null);
    if (entries.length === 0) {
      setOutcome({ tone: 'error', text: messages.nothingChosen });
      return null;
    }
    const confirmed = await confirm(publishQuestion(entries, staying));
    if (!confirmed) return null;
    const fault = tokenError();
    if (fault) {
      setOutcome({ tone: 'error', text: fault });
      return null;
    }
    const what = JSON.stringify([dropId, entries]);
    if (tried.current.what !== what) tried.current = { what, key: newIdempotencyKey() };
    try {
      const { message } = await publish.mutateAsync({
        dropId,
        entries: [...entries],
        idempotencyKey: tried.current.key,
      });
      tried.current.what = '';
      setOutcome({ tone: 'success', text: message });
      return true;
    } catch (error) {
      // With a reply nothing was published, so the next try needs a new key.
      if (error instanceof CallError && error.status > 0) tried.current.what = '';
      setOutcome({ tone: 'error', text: errorMessage(error, messages.publishFailed) });
      return false;
    }
  }

  return {
    ask,
    outcome,
    setOutcome,
    clear: () => setOutcome(null),
    isPending: publish.isPending,
  };
}
