import type { FormValues } from './form-values.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

/** What somebody typed into a public form, kept on this device until it is sent. */
export interface Draft {
  /** ISO 8601 instant of the last change. */
  savedAt: string;
  values: FormValues;
  /** One UUID for the thing to be created, so that a second try never creates it twice. */
  key: string;
}

// The version is in the key: a form that changes its meaning leaves older drafts alone.
const storageKey = (name: string) => `headrack.draft.v1.${name}`;

/** The kept draft of a form, null when there is none or it cannot be read. */
export function readDraft(name: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(name)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; where the browser keeps nothing, the page goes on without. */
export function writeDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(storageKey(name), JSON.stringify(draft));
  } catch {
    // A full or closed storage must not stop anybody from typing.
  }
}

/** Forgets the draft of a form. */
export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(storageKey(name));
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** A draft of now. */
export function newDraft(values: FormValues, key: string = newIdempotencyKey()): Draft {
  return { savedAt: new Date().toISOString(), values, key };
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
