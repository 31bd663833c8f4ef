import { useMatches } from 'react-router';
import { useNonce } from './nonce.ts';

/** The `handle` of a layout whose pages all make the same calls. */
export interface PrefetchHandle {
  /** Paths of GET requests behind a token, sent before the page's scripts have loaded. */
  prefetchedCalls: readonly string[];
}

/**
 * Runs in the page as its first script, so it repeats what readToken in session.ts does. `api.ts` takes the responses:
 * each once, and only for the same token.
 */
const send = `(paths) => {
  try {
    const token = localStorage.getItem('token');
    const until = localStorage.getItem('headrack:until-closed');
    const part = token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    if (JSON.parse(atob(part)).exp * 1000 < Date.now()) return;
    if (until === token.slice(-16) && !/(^|; )(__Host-)?headrack_open=1(;|$)/.test(document.cookie)) return;
    const headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
    window.prefetchedResponses = new Map(paths.map((path) => [token + path, fetch(path, { headers })]));
    for (const response of window.prefetchedResponses.values()) response.catch(() => {});
  } catch {}
}`;

/** Sends the prefetched calls of the page's routes. Render it on the server only: React skips it in the browser. */
export function PrefetchedCalls() {
  const nonce = useNonce();
  const handles = useMatches().map(({ handle }) => handle as Partial<PrefetchHandle> | undefined);
  const paths = handles.flatMap((handle) => handle?.prefetchedCalls ?? []);
  if (paths.length === 0) return null;
  const script = `(${send.replace(/\n\s*/g, ' ')})(${JSON.stringify(paths)})`;
  return (
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants only
      dangerouslySetInnerHTML={{ __html: script }}
      nonce={nonce}
    />
  );
}
