import type { QueryClient } from '@tanstack/react-query';
import { deleteDeviceStores } from '#web/lib/device/device-store.ts';
import { confirmationPrefix, listStoredKeys, writeStored } from '#web/lib/device/storage.ts';
import {
  draftFilesDatabase,
  draftFilesStore,
  sweepDraftFiles,
} from '#web/lib/drafts/draft-files.ts';
import { deleteOldDrafts, deleteUserDrafts } from '#web/lib/drafts/drafts.ts';
import { readSession } from '#web/lib/session/session.ts';
import {
  copiesDatabase,
  copiesStore,
  keepCopies,
  readCopies,
  showCopies,
} from '../shared/offline/copies.ts';
import { outboxDatabase, outboxStore } from '../shared/offline/outbox-of.ts';
import { hasConsent, supportsPush } from '../shared/push/push-consent.ts';

/** Everything that a user leaves on a device: copies of data, and what waits to be sent. */
const databases = [outboxDatabase, copiesDatabase, draftFilesDatabase];

let loaded: { userId: number; copies: Awaited<ReturnType<typeof readCopies>> } | null = null;

/** Reads the copies of the signed-in user, before the portal shows anything. */
export async function loadCopies(): Promise<void> {
  const { userId } = readSession();
  if (userId !== null) loaded = { userId, copies: await readCopies(userId) };
}

/** Fills a new client with the loaded copies. */
export function fillFromCopies(client: QueryClient): void {
  const { userId } = readSession();
  if (loaded?.userId === userId) showCopies(client, loaded?.copies ?? []);
}

/** Deletes what other users left on this device, and keeps copies for this one. Returns what ends it. */
export function deviceFor(client: QueryClient, userId: number): () => void {
  deleteUserDrafts(userId);
  deleteOldDrafts();
  for (const store of [outboxStore, copiesStore, draftFilesStore]) {
    store.deleteOthers(userId).catch(() => undefined);
  }
  void sweepDraftFiles(userId);
  import('#web/lib/device/kept-files.ts')
    .then((files) => files.deleteOthersFiles(userId))
    .catch(() => undefined);
  return keepCopies(client, userId, readSession().role);
}

/** The number of the user's chat messages and calls that wait on this device. */
export async function countWaiting(userId: number): Promise<number> {
  return (await outboxStore.all(userId).catch(() => [])).length;
}

/**
 * Deletes everything that is stored about any user or applicant of this device, ends its notifications and removes the
 * service worker. Call it while the user is still signed in. Resolves when all of it is gone.
 */
export async function wipeDevice(): Promise<void> {
  deleteUserDrafts(null);
  for (const key of listStoredKeys(confirmationPrefix)) writeStored(key, null);
  deleteDeviceStores(databases);
  try {
    // First, because an unregistered worker has no subscription.
    if (supportsPush() && hasConsent())
      await (await import('../shared/push/push-device.ts')).leave();
  } catch {
    // The server ends the subscription with the session.
  }
  try {
    await (await import('#web/lib/device/offline-app.ts')).wipeOfflineApp();
  } catch {
    // The browser stores nothing.
  }
}
