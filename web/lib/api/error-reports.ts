import { type BrowserErrorReport, browserErrorsPath } from '#contract/wire/browser-errors.ts';
import { lastFailure } from './failed-request.ts';

interface Manifest {
  __reactRouterManifest: { version: string };
}

/** Different errors that a page reports; a failing page can throw one per frame. */
const maxReports = 5;
const reported = new Set<string>();

/** Not ours: extensions, cancelled calls, and a warning of browsers about observers. */
const foreign = /-extension:\/\/|^AbortError|ResizeObserver loop|^Script error/;

/** What failed, and how it was noticed: by an event of the window, or by the error page. */
function thrownBy(failure: unknown): [kind: BrowserErrorReport['kind'], thrown: unknown] {
  if (failure instanceof ErrorEvent) return ['error', failure.error ?? failure.message];
  if (failure instanceof PromiseRejectionEvent) return ['rejection', failure.reason];
  return ['boundary', failure];
}

/**
 * Reports an error once per page: message and stack, the page's path without its query, and nothing that was typed. A
 * thrown response, such as that of a missing page, isn't an error.
 */
export function reportFailure(failure: unknown): void {
  const [kind, thrown] = thrownBy(failure);
  if (typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error)) return;
  const { name = '', message = String(thrown), stack = '' } = thrown instanceof Error ? thrown : {};
  const text = name ? `${name}: ${message}` : message;
  if (foreign.test(`${text}\n${stack}`) || reported.has(text) || reported.size >= maxReports)
    return;
  reported.add(text);
  const report: BrowserErrorReport = {
    kind,
    message: text.slice(0, 500),
    stack: stack.slice(0, 4_000),
    path: location.pathname,
    build: (globalThis as Partial<Manifest>).__reactRouterManifest?.version ?? '',
    request_id: lastFailure(),
  };
  void fetch(browserErrorsPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => undefined);
}
