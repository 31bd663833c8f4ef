import { hours as messages } from '#contract/messages/users.ts';
import { type Employee, updateEmployee } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { changedKeys, rowKey, type Sheet, type SheetBody } from './hours-sheet.ts';

/** Concurrent calls: fast for a full table, without delaying other users. */
const maxCalls = 4;

export interface SavedHours {
  /** The employees with the hours that were saved. */
  saved: Employee[];
  /** The rows that someone else has changed, as stored. */
  disputed: Sheet['rows'];
  /** The employees whose hours were not saved, with the reason. */
  failed: { id: number; reason: string }[];
}

/**
 * Saves the changed rows one by one, each against the version that it was typed over or `known` has; a row that fails
 * doesn't keep the others from being saved.
 */
export async function saveHours(
  changed: readonly Employee[],
  { reason, rows }: SheetBody,
  known: Sheet,
): Promise<SavedHours> {
  const result: SavedHours = { saved: [], disputed: {}, failed: [] };

  async function saveRow(employee: Employee): Promise<void> {
    const id = employee.employee_id;
    const key = rowKey(id);
    const typed = rows[key];
    const version = Math.max(typed?.version ?? 0, known.rows[key]?.version ?? 0);
    const changes = Object.fromEntries(
      changedKeys(employee, typed).map((name) => [name, typed?.[name]]),
    );
    try {
      await call(updateEmployee, { params: { id }, body: { ...changes, reason, version } });
      result.saved.push({ ...employee, ...changes, version: version + 1 });
    } catch (error) {
      const current = error instanceof CallError && (error.body.current as Employee | undefined);
      if (current) result.disputed[key] = current;
      const message = current ? messages.decide : errorMessage(error, messages.submitFailed);
      result.failed.push({ id, reason: message });
    }
  }

  const queue = [...changed];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await saveRow(next);
  };
  await Promise.all(Array.from({ length: maxCalls }, work));
  return result;
}
