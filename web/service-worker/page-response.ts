/** Milliseconds for which a page waits for the server before the saved one is shown. */
const networkLimit = 700;

/**
 * The server's answer, so that an online user always gets the newest release or file. The saved one when the server fails
 * or takes too long, and at once without a connection.
 */
export async function networkFirst(
  network: () => Promise<Response>,
  saved: () => Promise<Response | undefined>,
  isOnline: boolean,
  limit = networkLimit,
): Promise<Response> {
  if (!isOnline) {
    const page = await saved();
    if (page) return page;
  }
  const answer = network();
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null));
  const first = await Promise.race([answer.catch(() => null), late]);
  // A proxy answers 502 while the server restarts.
  if (first && first.status < 500) return first;
  return (await saved()) ?? answer;
}
