import { useSyncExternalStore } from 'react';
import { confirmationPrefix, readStored, writeStored } from '../device/storage.ts';

/** The confirmation of a public form, stored on this device so that it survives a reload and a lost connection. */
export interface Confirmation {
  /** ISO 8601 instant. */
  sentAt: string;
  /** The reference number to quote on the phone. */
  reference: string;
  /** Short description of what was sent. */
  subject: string;
  /** The page that says where it stands; '' without one. */
  statusPath?: string;
}

export type ConfirmedForm = 'application' | 'inquiry';

const maxAgeMs = 24 * 3_600_000;
const storageKey = (form: ConfirmedForm) => `${confirmationPrefix}${form}`;

// Keeps confirmations in memory where storage is blocked.
const known = new Map<ConfirmedForm, Confirmation | null>();
/** Those that storage has had: a logout deletes them there. */
const stored = new Set<ConfirmedForm>();
const listeners = new Set<() => void>();

function load(form: ConfirmedForm): Confirmation | null {
  const found = readStored(storageKey(form)) as Partial<Confirmation> | null;
  if (found !== null) stored.add(form);
  const { sentAt = '', reference, subject, statusPath = '' } = found ?? {};
  const isRecent = Date.now() - Date.parse(sentAt) < maxAgeMs;
  return isRecent && reference && subject ? { sentAt, reference, subject, statusPath } : null;
}

function read(form: ConfirmedForm): Confirmation | null {
  const isGone = stored.has(form) && readStored(storageKey(form)) === null;
  if (!known.has(form) || isGone) known.set(form, load(form));
  return known.get(form) ?? null;
}

/** Stores the latest confirmation of a form; null removes it. */
export function saveConfirmation(form: ConfirmedForm, confirmation: Confirmation | null): void {
  known.set(form, confirmation);
  writeStored(storageKey(form), confirmation);
  if (readStored(storageKey(form)) !== null) stored.add(form);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The latest confirmation from this device, at most a day old; null on the server and while hydrating. */
export function useConfirmation(form: ConfirmedForm): Confirmation | null {
  return useSyncExternalStore(
    subscribe,
    () => read(form),
    () => null,
  );
}
