import type { FormValues } from './form-values.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { listStoredKeys, readStored, writeStored } from './storage.ts';

/** The unsent values of a form, stored on this device. */
export interface Draft {
  /** ISO 8601 instant of the last change. */
  savedAt: string;
  values: FormValues;
  /** The idempotency key, so that a retry never creates a second record. */
  key: string;
  /** It was sent, but no response arrived. */
  isSent?: boolean;
}

// Raise the version when a form's fields change their meaning: older drafts are then ignored.
const storagePrefix = 'headrack.draft.v1.';
const storageKey = (name: string) => storagePrefix + name;

/** The stored draft of a form; null when there is none or it can't be read. */
export function readDraft(name: string): Draft | null {
  const stored = readStored(storageKey(name));
  return isDraft(stored) ? stored : null;
}

export function writeDraft(name: string, draft: Draft): void {
  writeStored(storageKey(name), draft);
}

export function deleteDraft(name: string): void {
  writeStored(storageKey(name), null);
}

/** The names of the stored drafts that start with `prefix`. */
export function listDrafts(prefix: string): string[] {
  return listStoredKeys(storageKey(prefix)).map((key) => key.slice(storagePrefix.length));
}

export function newDraft(
  values: FormValues,
  key: string = newIdempotencyKey(),
  isSent = false,
): Draft {
  return { savedAt: new Date().toISOString(), values, key, ...(isSent ? { isSent } : {}) };
}

function isDraft(stored: unknown): stored is Draft {
  if (typeof stored !== 'object' || stored === null) return false;
  const { savedAt, values, key } = stored as Partial<Draft>;
  return (
    typeof savedAt === 'string' &&
    !Number.isNaN(Date.parse(savedAt)) &&
    typeof key === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}
