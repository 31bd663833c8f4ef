import type { FormValues } from './form-values.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

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
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(name)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores a draft if the browser allows it. */
export function writeDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked; typing must go on.
  }
}

export function deleteDraft(name: string): void {
  try {
    localStorage.removeItem(storageKey(name));
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** The names of the stored drafts that start with `prefix`. */
export function listDrafts(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(storagePrefix + prefix))
      .map((key) => key.slice(storagePrefix.length));
  } catch {
    return [];
  }
}

export function newDraft(
  values: FormValues,
  key: string = newIdempotencyKey(),
  isSent = false,
): Draft {
  return { savedAt: new Date().toISOString(), values, key, ...(isSent ? { isSent } : {}) };
}

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { savedAt, values, key } = kept as Partial<Draft>;
  return (
    typeof savedAt === 'string' &&
    !Number.isNaN(Date.parse(savedAt)) &&
    typeof key === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}
