import { copyOf, copyUrl, keepFile, maxKeptBytes, userOf } from '#web/lib/device/kept-files.ts';
import { networkFirst } from './page-response.ts';
import { storing } from './storing.ts';

interface OpenedFile {
  key: string;
  userId: number;
}

/** Milliseconds for which a file waits for the server before its copy is shown. */
const networkLimit = 3000;

/**
 * Opens a file from the server and keeps a copy of it for its user, without a second download. Opens the copy when the
 * server can't be reached, fails or takes too long.
 */
export function openAndKeep(
  event: FetchEvent,
  { key, userId }: OpenedFile,
  isOnline: boolean,
): Promise<Response> {
  const network = async () => {
    const response = await fetch(event.request);
    const size = Number(response.headers.get('content-length') ?? Number.NaN);
    // A part (206) isn't the file.
    if (response.status === 200 && size <= maxKeptBytes) {
      const copy = response.clone();
      // Best effort: a full disk must not stop the file from opening.
      const keep = storing(() => keepFile(userId, key, copy));
      event.waitUntil(keep.catch(() => undefined));
    }
    return response;
  };
  const kept = () => copyOf(userId, copyUrl(userId, key));
  return networkFirst(network, kept, isOnline, networkLimit);
}

/** Answers with a kept file; the server's 404 when it isn't kept. */
export async function openKept(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const userId = userOf(pathname);
  const kept = userId === null ? undefined : await copyOf(userId, pathname);
  return kept ?? fetch(request);
}
