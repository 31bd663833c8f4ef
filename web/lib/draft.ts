import { isBlank } from '#contract/text/blank-text.ts';
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
  /** The names of sensitive fields that had a value, which is not stored. */
  omitted?: string[];
}

/** A draft is deleted after this time (ms) without a change. */
export const maxDraftAge = 14 * 24 * 60 * 60 * 1000;

/** Fields that are never stored on a device, which others may use. */
const sensitive = /password|license_number|birth|ssn|social_security|^gender$|^race$/i;

export function isSensitive(field: string): boolean {
  return sensitive.test(field);
}

// Raise the version when a form's fields change their meaning: older drafts are then ignored.
const storagePrefix = 'headrack.draft.v1.';
const storageKey = (name: string) => storagePrefix + name;

/** The stored draft of a form; null when there is none or it can't be read. */
export function readDraft(name: string): Draft | null {
  sweepDrafts();
  const stored = readStored(storageKey(name));
  return isDraft(stored) && !isExpired(stored) ? stored : null;
}

let isSwept = false;

/** Deletes drafts that are too old, and what an earlier release stored of sensitive fields; once per page load. */
function sweepDrafts(): void {
  if (isSwept) return;
  isSwept = true;
  for (const key of listStoredKeys(storagePrefix)) {
    const stored = readStored(key);
    if (!isDraft(stored)) continue;
    if (isExpired(stored)) writeStored(key, null);
    else if (Object.keys(stored.values).some(isSensitive)) {
      const { values, isSent, omitted } = stored;
      const { savedAt } = stored;
      writeStored(key, { ...newDraft(values, stored.key, isSent, omitted), savedAt });
    }
  }
}

function isExpired({ savedAt }: Draft): boolean {
  return Date.now() - Date.parse(savedAt) > maxDraftAge;
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
  omitted: readonly string[] = [],
): Draft {
  const entries = Object.entries(values);
  const left = entries.filter(([name, value]) => isSensitive(name) && !isBlank(value));
  const names = [...new Set([...omitted, ...left.map(([name]) => name)])];
  return {
    savedAt: new Date().toISOString(),
    values: Object.fromEntries(entries.filter(([name]) => !isSensitive(name))),
    key,
    ...(isSent ? { isSent } : {}),
    ...(names.length > 0 ? { omitted: names } : {}),
  };
}

function isDraft(stored: unknown): stored is Draft {
  if (typeof stored !== 'object' || stored === null) return false;
  const { savedAt, values, key, omitted = [] } = stored as Partial<Draft>;
  return (
    typeof savedAt === 'string' &&
    !Number.isNaN(Date.parse(savedAt)) &&
    typeof key === 'string' &&
    Array.isArray(omitted) &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  );
}
