/** Shows a notice that the server pushes while no page of ours is seen, and leads to what it tells of. Keeps no pages. */

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.url));
});

/** Those that were loaded before this script came too. */
function openPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

async function show({ title, body, tag, url }) {
  const pages = await openPages();
  if (pages.some((page) => page.visibilityState === 'visible')) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    // Ten messages of one person are one notice, and each of them is heard.
    renotify: true,
    icon: '/push-icon.png',
    data: { url },
  });
}

async function lead(path) {
  const url = ownAddress(path);
  const pages = await openPages();
  const page = pages.find((entry) => entry.url === url) ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  if (page.url !== url) {
    try {
      await page.navigate(url);
    } catch {
      // A page that this script does not control.
      return self.clients.openWindow(url);
    }
  }
  return page.focus();
}

/** A path of ours, whatever was pushed: no second slash, and nothing that a browser would take for one. */
function ownAddress(path) {
  const { origin } = self.location;
  return /^\/(?![/\\])[!-~]*$/.test(path) ? `${origin}${path}` : `${origin}/portal`;
}
