/**
 * The service worker of the whole site: shows pushes, opens the portal without a connection, and keeps an employee's
 * files. Public pages, calls and sockets never pass through it.
 */
import { openAndKeep, openKept } from './files.ts';
import { handleNotifications } from './notifications.ts';
import { networkFirst } from './page-response.ts';
import { pages } from './precache.ts';
import { routeOf } from './routes.ts';
import { allowStoring, wipe } from './storing.ts';

declare const self: ServiceWorkerGlobalScope;

handleNotifications(self);

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Without the pages it still shows pushes. A page that wants them asks for them.
  const { connection } = self.navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData !== true) event.waitUntil(pages.install(event));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([pages.activate(event), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  if (event.data === 'complete') {
    allowStoring();
    event.waitUntil(pages.complete());
  } else if (event.data === 'wipe') event.waitUntil(wipe());
});

/** A saved page; the address of another language leads to it, so that the page knows in which it is. */
async function savedPage(
  { url }: Request,
  { path, isTranslated }: { path: string; isTranslated: boolean },
): Promise<Response | undefined> {
  const page = await pages.match(path);
  return page && isTranslated ? Response.redirect(path + new URL(url).search) : page;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeOf(request, self.location.origin, pages.has);
  if (route === null) return;
  const { onLine } = self.navigator;
  if (route.kind === 'page') {
    event.respondWith(
      networkFirst(
        () => fetch(request),
        () => savedPage(request, route),
        onLine,
      ),
    );
  } else if (route.kind === 'asset') {
    event.respondWith(pages.match(route.path).then((saved) => saved ?? fetch(request)));
  } else if (route.kind === 'file') {
    event.respondWith(openAndKeep(event, route, onLine));
  } else {
    event.respondWith(openKept(request));
  }
});
