import { pathIn } from '#contract/wire/page-languages.ts';
import { languageOf } from './language.ts';

/** Shows what the server pushes while no page of ours is visible; a click opens the page that it is about. */
export function handleNotifications(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(show(worker, event.data?.json() ?? {}));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, event.notification.data?.url));
  });
}

/** Also those that were loaded before this script. */
function openPages({ clients }: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}

interface Note {
  title: string;
  body: string;
  tag: string;
  url: string;
}

async function show(worker: ServiceWorkerGlobalScope, note: Note): Promise<void> {
  const { title, body, tag, url } = note;
  const pages = await openPages(worker);
  if (pages.some((page) => page.visibilityState === 'visible')) return;
  const options = {
    body,
    tag,
    // Ten messages of one person are one notification, and each of them sounds.
    renotify: true,
    icon: '/push-icon.png',
    data: { url },
  };
  await worker.registration.showNotification(title, options);
}

async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<unknown> {
  const url = ownAddress(worker, path);
  const pages = await openPages(worker);
  const page = pages.find((entry) => entry.url === url) ?? pages[0];
  if (!page) return worker.clients.openWindow(url);
  if (page.url !== url) {
    try {
      await page.navigate(url);
    } catch {
      // A page that this script does not control.
      return worker.clients.openWindow(url);
    }
  }
  return page.focus();
}

/** An address of ours, whatever was pushed: no second slash, and nothing that a browser would take for one. */
function ownAddress({ location }: ServiceWorkerGlobalScope, path: string): string {
  const own = /^\/(?![/\\])[!-~]*$/.test(path) ? path : '/portal';
  return location.origin + pathIn(languageOf(location), own);
}
