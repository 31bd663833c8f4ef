import { createPartialResponse } from 'workbox-range-requests';
import { copyOf, copyUrl, keepFile, maxOpenedBytes, userOf } from '#web/lib/kept-files.ts';

interface OpenedFile {
  key: string;
  userId: number;
}

/** Opens a file from the server and keeps a copy of it for its user, without a second download. Opens the copy without a connection. */
export async function openAndKeep(
  event: FetchEvent,
  { key, userId }: OpenedFile,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(event.request);
  } catch (error) {
    const kept = await copyOf(userId, copyUrl(userId, key));
    if (kept) return kept;
    throw error;
  }
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  // A part (206) isn't the file.
  if (response.status === 200 && size <= maxOpenedBytes) {
    const copy = response.clone();
    // Best effort: a full disk must not stop the file from opening.
    event.waitUntil(keepFile(userId, key, copy, false).catch(() => undefined));
  }
  return response;
}

/** Answers with a kept file, or a part of it for a video; the server's 404 when it isn't kept. */
export async function openKept(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const userId = userOf(pathname);
  const kept = userId === null ? undefined : await copyOf(userId, pathname);
  if (!kept) return fetch(request);
  return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
}
