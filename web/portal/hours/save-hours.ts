import { hours as messages } from '#contract/messages/users.ts';
import { type Employee, updateEmployee } from '#contract/users.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { errorMessage } from '../shared/error-messages.ts';
import {
  changedKeys,
  changedRows,
  disputedKeys,
  employeeIdOf,
  type Hours,
  type Sheet,
  type SheetBody,
} from './hours-sheet.ts';

/** Concurrent calls: fast for a full table, without delaying other users. */
const maxCalls = 4;

export interface SavedHours {
  /** The sheet with the saved values. */
  saved: Sheet;
  /** The sheet with the values saved by someone else in disputed rows; null without a dispute. */
  disputed: Sheet | null;
  /** The employees whose hours were not saved, with the reason. */
  failed: { id: number; reason: string }[];
}

/** Saves the changed rows one by one; a row that fails doesn't keep the others from being saved. */
export async function saveHours(sheet: Sheet, { reason, rows }: SheetBody): Promise<SavedHours> {
  const saved = { ...sheet.rows };
  const theirs: Sheet['rows'] = {};
  const failed: SavedHours['failed'] = [];

  async function saveRow(key: string, base: Hours & { version: number }, typed: Hours) {
    const id = employeeIdOf(key);
    const changes = changedKeys(base, typed).map((name) => [name, typed[name]]);
    const body = { ...Object.fromEntries(changes), reason, version: base.version };
    try {
      await call(updateEmployee, { params: { id }, body });
      const { pto_hours, work_hours } = typed;
      saved[key] = { pto_hours, work_hours, version: base.version + 1 };
    } catch (error) {
      const stored = error instanceof CallError && (error.body.current as Employee | undefined);
      if (!stored) {
        failed.push({ id, reason: errorMessage(error, messages.submitFailed) });
        return;
      }
      const { version, pto_hours, work_hours } = stored;
      const current = { version, pto_hours, work_hours };
      if (disputedKeys(base, current, typed).length > 0) {
        theirs[key] = current;
        failed.push({ id, reason: messages.decide });
        return;
      }
      // Only the other cell of the row was changed: it stays.
      await saveRow(key, current, { ...current, ...Object.fromEntries(changes) });
    }
  }

  const queue = changedRows(sheet, rows);
  const work = async () => {
    for (let key = queue.shift(); key; key = queue.shift()) {
      const [base, typed] = [sheet.rows[key], rows[key]];
      if (base && typed) await saveRow(key, base, typed);
    }
  };
  await Promise.all(Array.from({ length: maxCalls }, work));
  const isDisputed = Object.keys(theirs).length > 0;
  return {
    saved: { version: 0, rows: saved },
    disputed: isDisputed ? { version: 0, rows: { ...saved, ...theirs } } : null,
    failed,
  };
}
