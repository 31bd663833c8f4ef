import { currentLanguage } from '#contract/text/languages.ts';

/** The service worker of the site, which saves the pages of this language. */
export const workerPath = () =>
  currentLanguage() === 'es' ? '/service-worker.js?es' : '/service-worker.js';

/** Lets the portal open without a connection; does nothing where the browser has no service workers. */
export async function registerOfflineApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.register(workerPath());
  active?.postMessage('complete');
}

/** Removes the service worker and everything that it has stored on this device. */
export async function wipeOfflineApp(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const registrations = await navigator.serviceWorker.getRegistrations();
    for (const { active, waiting, installing } of registrations) {
      // They may be storing something now, which would create a cache again.
      for (const worker of [active, waiting, installing]) worker?.postMessage('wipe');
    }
    await Promise.all(registrations.map((registration) => registration.unregister()));
  }
  if (!('caches' in window)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
