import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/endpoint.ts';
import { deleteDeviceStores } from '#web/lib/device-store.ts';
import { deleteFormDrafts } from '#web/lib/form-draft.ts';
import { readSession } from '#web/lib/session.ts';
import { filesDatabase } from '../chat/engine/file-store.ts';
import { countUnsent, deleteUnsent, deviceStorage } from '../chat/engine/unsent-storage.ts';
import {
  copiesDatabase,
  copiesStore,
  keepCopies,
  readCopies,
  showCopies,
} from '../shared/offline/copies.ts';
import { outboxDatabase, outboxStore } from '../shared/outbox/outbox-of.ts';
import { hasConsent, supportsPush } from '../shared/push/push-consent.ts';

/** Everything that a user leaves on a device: copies of data, and what waits to be sent. */
const databases = [filesDatabase, outboxDatabase, copiesDatabase];

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
  deleteUnsent(deviceStorage(), userId);
  for (const store of [outboxStore, copiesStore]) {
    store.deleteOthers(userId).catch(() => undefined);
  }
  import('#web/lib/kept-files.ts')
    .then((files) => files.deleteOthersFiles(userId))
    .catch(() => undefined);
  const ends = [
    keepCopies(client, userId, readSession().role),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { error } = event.action;
      if (error instanceof CallError && error.body.code === 'account_closed') wipeDevice();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The number of the user's chat messages and calls that wait on this device. */
export async function countWaiting(userId: number): Promise<number> {
  const calls = await outboxStore.all(userId).catch(() => []);
  return calls.length + countUnsent(deviceStorage(), userId);
}

/**
 * Deletes everything that the portal has stored about any user of this device, ends its notifications and removes the
 * service worker. Call it while the user is still signed in.
 */
export function wipeDevice(): void {
  deleteUnsent(deviceStorage(), null);
  deleteFormDrafts();
  deleteDeviceStores(databases);
  const hasPush = supportsPush() && hasConsent();
  // First, because an unregistered worker has no subscription.
  const left = hasPush
    ? import('../shared/push/push-device.ts').then(({ leave }) => leave())
    : null;
  Promise.resolve(left)
    // The server ends the subscription with the session.
    .catch(() => undefined)
    .then(() => import('#web/lib/offline-app.ts'))
    .then((offline) => offline.wipeOfflineApp())
    .catch(() => undefined);
}
