import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../device/storage.ts';

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
const storageKey = (form: ConfirmedForm) => `headrack.sent.${form}`;

// Keeps confirmations in memory where storage is blocked.
const known = new Map<ConfirmedForm, Confirmation | null>();
const listeners = new Set<() => void>();

function load(form: ConfirmedForm): Confirmation | null {
  const stored = readStored(storageKey(form)) as Partial<Confirmation> | null;
  const { sentAt = '', reference, subject, statusPath = '' } = stored ?? {};
  const isRecent = Date.now() - Date.parse(sentAt) < maxAgeMs;
  return isRecent && reference && subject ? { sentAt, reference, subject, statusPath } : null;
}

function read(form: ConfirmedForm): Confirmation | null {
  if (!known.has(form)) known.set(form, load(form));
  return known.get(form) ?? null;
}

/** Stores the latest confirmation of a form; null removes it. */
export function saveConfirmation(form: ConfirmedForm, confirmation: Confirmation | null): void {
  known.set(form, confirmation);
  writeStored(storageKey(form), confirmation);
  for (const listener of listeners) listener();
}

/** Removes them all: their links are secret, and the device may be shared. */
export function deleteConfirmations(): void {
  for (const form of ['application', 'inquiry'] as const) saveConfirmation(form, null);
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
