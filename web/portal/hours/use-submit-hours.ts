import { useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { rooms as messages } from '#contract/messages/rooms.ts';
import type { Employee } from '#contract/users.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { saveHours, useReloadHours } from './hours.data.ts';
import {
  bodyOf,
  type Edit,
  type Edits,
  withCurrent,
  withoutEmployee,
  withoutSaved,
} from './hours-edits.ts';

export interface NotSaved {
  id: number;
  reason: string;
}

export interface Outcome {
  saved: number;
  all: number;
  notSaved: readonly NotSaved[];
}

/** So many people at once: quick for a full table, polite to everybody else. */
const atOnce = 4;

/** Sends the pending edits person by person; what is saved is cleared, what is not stays. */
export function useSubmitHours(
  change: (step: (edits: Edits) => Edits) => void,
  /** What a person is told when the server gave no reason. */
  fallback: string,
) {
  const reload = useReloadHours();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);

  async function sendOne(id: number, edit: Edit, reason: string): Promise<NotSaved | null> {
    try {
      await saveHours({ id, body: { ...bodyOf(edit), reason, version: edit.version } });
      change((edits) => withoutSaved(edits, id, edit));
      return null;
    } catch (error) {
      if (error instanceof CallError && error.status === 409 && error.body.current) {
        return mergeAndSend(id, edit, reason, error.body.current as Employee);
      }
      if (error instanceof CallError && error.status === 404) {
        change((edits) => withoutEmployee(edits, id));
        return { id, reason: messages.hoursGone };
      }
      return { id, reason: errorMessage(error, fallback) };
    }
  }

  async function mergeAndSend(id: number, edit: Edit, reason: string, current: Employee) {
    const [merged] = Object.values(withCurrent({ [id]: edit }, id, current));
    // Another cell of the same person was changed: nothing of it is overwritten.
    if (merged && merged.current === null) return sendOne(id, merged, reason);
    change((edits) => withCurrent(edits, id, current));
    return merged ? { id, reason: messages.hoursDecide } : null;
  }

  async function submit(edits: Edits, reason: string): Promise<Outcome> {
    const queue = Object.entries(edits);
    const all = queue.length;
    const notSaved: NotSaved[] = [];
    let done = 0;
    setProgress({ done, all });
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [id, edit] = next;
        const failed = await sendOne(Number(id), edit, reason);
        if (failed) notSaved.push(failed);
        done += 1;
        setProgress({ done, all });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await reload();
    setProgress(null);
    return { saved: all - notSaved.length, all, notSaved };
  }

  return { submit, progress };
}
