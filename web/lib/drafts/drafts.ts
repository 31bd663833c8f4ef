import { isSensitive } from '#contract/rules/sensitive-fields.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { listStoredKeys, readStored, writeStored } from '../device/storage.ts';

/** What someone has entered and not sent yet, stored on this device, with what the form needs besides. */
export type Draft<Values extends object, Context extends object = object> = Context & {
  /** ISO 8601 instant of the last change. */
  savedAt: string;
  /** Without sensitive fields. */
  values: Partial<Values>;
  /** The names of the sensitive fields that had a value. */
  omitted: readonly string[];
};

/** A user's id, or 'visitor' for the public forms. */
export type DraftOwner = number | 'visitor';

/** A draft is deleted after this time (ms) without a change. */
export const maxDraftAge = 14 * 24 * 60 * 60 * 1000;

const prefix = 'headrack.draft.';
const keyOf = (owner: DraftOwner, name: string) => `${prefix}${owner}.${name}`;

/** The stored draft; null when there is none, and when it is too old or can't be read. */
export function readDraft<Values extends object, Context extends object = object>(
  owner: DraftOwner,
  name: string,
): Draft<Values, Context> | null {
  return readKey(keyOf(owner, name)) as Draft<Values, Context> | null;
}

function readKey(key: string): Draft<object> | null {
  const stored = readStored(key) as Partial<Draft<object>> | null;
  const age = Date.now() - Date.parse(String(stored?.savedAt));
  const isWhole = typeof stored?.values === 'object' && Array.isArray(stored.omitted);
  return isWhole && age <= maxDraftAge ? (stored as Draft<object>) : null;
}

/** Stores a draft, in place of an earlier one of that name. */
export function saveDraft(
  owner: DraftOwner,
  name: string,
  values: object,
  context: object = {},
): void {
  const entries = Object.entries(values);
  const left = entries.filter(([field, value]) => isSensitive(field) && !isBlank(`${value ?? ''}`));
  // What was left out before a reload has to be entered again, too.
  const before = readDraft(owner, name)?.omitted ?? [];
  writeStored(keyOf(owner, name), {
    ...context,
    savedAt: new Date().toISOString(),
    values: Object.fromEntries(entries.filter(([field]) => !isSensitive(field))),
    omitted: [...new Set([...before, ...left.map(([field]) => field)])],
  } satisfies Draft<object>);
}

export function deleteDraft(owner: DraftOwner, name: string): void {
  writeStored(keyOf(owner, name), null);
}

/** Deletes the drafts that are too old, whoever entered them. */
export function deleteOldDrafts(): void {
  for (const key of listStoredKeys(prefix)) if (readKey(key) === null) writeStored(key, null);
}

/** Deletes the drafts of all users of this device but one. */
export function deleteUserDrafts(exceptUserId: number | null): void {
  for (const key of listStoredKeys(prefix)) {
    const owner = key.slice(prefix.length).split('.')[0];
    if (owner !== 'visitor' && owner !== String(exceptUserId)) writeStored(key, null);
  }
}
