/** The files that an employee opened on this device: a cache for each user, which the service worker and the pages share. */

const prefix = 'headrack.files.';
const folder = '/kept-files/';
/** Marks the link of a file that is kept when it opens. */
export const keepMark = '#keep';
/** Maximum bytes of a file that is kept. */
export const maxKeptBytes = 25 * 1024 * 1024;
const limits = { files: 100, bytes: 200 * 1024 * 1024 };

/** The headers that a copy needs to open as the original does. */
const headersOfCopy = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-resource-policy',
];
const storedAtHeader = 'headrack-kept-at';

export interface KeptFile {
  key: string;
  bytes: number;
  /** Milliseconds since 1970. */
  keptAt: number;
}

const cacheName = (userId: number) => `${prefix}${userId}`;

/** Where the service worker serves the copy of a file. */
export const copyUrl = (userId: number, key: string) => `${folder}${userId}/${key}`;

/** The user in the path of a kept file; null in another path. */
export function userOf(pathname: string): number | null {
  const [, id] = /^\/kept-files\/([1-9]\d{0,9})\//.exec(pathname) ?? [];
  return id === undefined ? null : Number(id);
}

export function copyOf(userId: number, pathname: string): Promise<Response | undefined> {
  return caches.match(pathname, { cacheName: cacheName(userId) });
}

export async function listKeptFiles(userId: number): Promise<KeptFile[]> {
  if (!(await caches.has(cacheName(userId)))) return [];
  const cache = await caches.open(cacheName(userId));
  const start = copyUrl(userId, '').length;
  const files: KeptFile[] = [];
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers;
    if (!headers) continue;
    files.push({
      key: new URL(request.url).pathname.slice(start),
      bytes: Number(headers.get('content-length')),
      keptAt: Number(headers.get(storedAtHeader)),
    });
  }
  return files;
}

/** The oldest files, as many as exceed the limits. */
export function filesToRemove(files: readonly KeptFile[]): KeptFile[] {
  let count = files.length;
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const removed: KeptFile[] = [];
  for (const file of files.toSorted((one, other) => one.keptAt - other.keptAt)) {
    if (count <= limits.files && bytes <= limits.bytes) break;
    removed.push(file);
    count -= 1;
    bytes -= file.bytes;
  }
  return removed;
}

/** Stores a complete response (200); rejects when the device has no room. */
export async function keepFile(userId: number, key: string, response: Response): Promise<void> {
  const headers = new Headers({ [storedAtHeader]: String(Date.now()) });
  for (const name of headersOfCopy) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cache = await caches.open(cacheName(userId));
  await cache.put(copyUrl(userId, key), new Response(response.body, { headers }));
  for (const file of filesToRemove(await listKeptFiles(userId))) {
    await cache.delete(copyUrl(userId, file.key));
  }
}

export async function removeKeptFile(userId: number, key: string): Promise<void> {
  if (!(await caches.has(cacheName(userId)))) return;
  await (await caches.open(cacheName(userId))).delete(copyUrl(userId, key));
}

/** Deletes the files of all other users of this device. */
export async function deleteOthersFiles(userId: number): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const others = names.filter((name) => name !== cacheName(userId));
  await Promise.all(others.map((name) => caches.delete(name)));
}
