import type { Page } from '@playwright/test';
import { expect } from '../harness/e2e.ts';

/**
 * Waits until the service worker answers for the page and has saved all pages. It controls the page only once it is
 * installed; a page may be saved before that, and an installation that loses its connection is undone.
 */
export async function waitForWorker(page: Page): Promise<void> {
  // It downloads the whole portal, and gets little of a busy processor.
  const patient = { timeout: 60_000 };
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), patient)
    .toBe(true);
  await expect
    .poll(
      () =>
        page.evaluate(
          async () => (await caches.match('/time-off', { ignoreSearch: true }))?.status,
        ),
      patient,
    )
    .toBe(200);
}

/** The keys in a database of the device; the first part of each is its owner. */
export function keysIn(page: Page, database: string): Promise<[owner: number, ...unknown[]][]> {
  return page.evaluate(
    (name) =>
      new Promise<[number][]>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('files').objectStore('files').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result as unknown as [number][]);
          };
        };
      }),
    database,
  );
}

/** The ids of the users who have something in a database of the device. */
export async function ownersOf(page: Page, database: string): Promise<number[]> {
  return [...new Set((await keysIn(page, database)).map(([owner]) => owner))];
}

/** What is stored on the device: the names of databases, and the paths in caches. */
export function storedOn(page: Page) {
  return page.evaluate(async () => {
    const cached: string[] = [];
    // Chromium creates a deleted cache again, empty, when it has compiled a script that came from it.
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      cached.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return {
      cached,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      databases: (await indexedDB.databases()).map(({ name }) => name),
    };
  });
}

export const nothing = { cached: [], workers: 0, databases: [] };
