import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { formKeyContext, logContext, nonceContext } from '#web/lib/api/server-context.ts';
import { NonceContext } from '#web/lib/device/nonce.ts';
import { FormKeyContext } from '#web/lib/forms/form-key.ts';

// The router and the contexts must be one module instance for the server and the pages.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { readLanguageFrom } from '#contract/text/languages.ts';
export {
  callContext,
  formKeyContext,
  logContext,
  nonceContext,
  publicUrlContext,
  recaptchaSiteKeyContext,
} from '#web/lib/api/server-context.ts';

/** How long a page waits for its loaders, in milliseconds. */
export const streamTimeout = 5_000;

/** Logs errors of loaders and actions, except for aborted requests and 4xx responses. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (!isRouteErrorResponse(error)) context.get(logContext)(error);
  else if (error.status >= 500) context.get(logContext)(innerError(error) ?? error);
};

/** The error that the router wrapped in a response; its types hide the property. */
function innerError(answer: object): unknown {
  return 'error' in answer ? answer.error : undefined;
}

/** Renders a page as one complete document, because the HTTP server caches and compresses it whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const page = await render(request.url, routerContext, loadContext);
  const inPortal = routerContext.staticHandlerContext.matches.some(({ route }) =>
    route.id.startsWith('portal/'),
  );
  const html = inPortal ? page.html : afterFirstPaint(page.html);
  return new Response(request.method === 'HEAD' ? null : html, {
    headers,
    status: page.failed ? 500 : status,
  });
}

/**
 * A public page is complete without its scripts, and its forms can be sent: it asks for them when it is painted, so that
 * they don't compete with its style sheet and font. The router's own script would load them at once.
 */
function afterFirstPaint(html: string): string {
  const files: string[] = [];
  const page = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_link, href) => {
    files.push(href);
    return '';
  });
  return page.replace(/(<script\b[^>]* type="module"[^>]*>)([^<]*)/, (_script, tag, code) => {
    const later = code
      .replace(/^import ("[^"]+");/m, 'await import($1);')
      .replace(/^import \* as (\w+) from ("[^"]+");/gm, 'const $1 = await import($2);')
      .replace(/\n\s+/g, '\n');
    return `${tag}${whenPainted(files)}${later}`;
  });
}

/** Requests the files together: each of the imports below waits for the one before it. */
const whenPainted = (files: readonly string[]) =>
  `await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
for (const href of ${JSON.stringify(files)})
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`;

function render(url: string, context: EntryContext, loadContext: RouterContextProvider) {
  const nonce = loadContext.get(nonceContext);
  return new Promise<{ html: string; failed: boolean }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failed = false;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ html: Buffer.concat(chunks).toString('utf8'), failed });
        done();
      },
    });
    const stream = renderToPipeableStream(
      <NonceContext value={nonce || undefined}>
        <FormKeyContext value={loadContext.get(formKeyContext)}>
          <ServerRouter context={context} nonce={nonce || undefined} url={url} />
        </FormKeyContext>
      </NonceContext>,
      {
        nonce: nonce || undefined,
        // Everything is ready before the first byte, so no inline script has to move a Suspense boundary.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          stream.pipe(sink);
        },
        onShellError: (error) => {
          clearTimeout(timer);
          reject(error);
        },
        onError: (error) => {
          failed = true;
          loadContext.get(logContext)(error);
        },
      },
    );
    const timer = setTimeout(() => stream.abort(), streamTimeout + 1_000);
  });
}
