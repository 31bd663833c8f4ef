import { randomBytes } from 'node:crypto';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Call } from '#contract/endpoint.ts';
import { hashScripts } from './content-security.ts';

/** A page request as a worker thread can receive it. */
export interface PageRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: [name: string, value: string][];
  /** The body of a posted form. */
  body: Uint8Array<ArrayBuffer> | null;
}

/** A rendered page, or a response of another type. */
export interface RenderedPage {
  status: number;
  headers: [name: string, value: string][];
  /** The only view of its memory, which can move to another thread. */
  body: Uint8Array<ArrayBuffer>;
  /** Hashes of the inline scripts of a page; null for other responses. */
  scriptHashes: string[] | null;
}

/** What pages need from the server. */
export interface PageHost {
  publicUrl: string;
  recaptchaSiteKey: string | null;
  call: Call;
  /** Logs an error that visitors don't see. */
  logError: (error: unknown) => void;
}

/** The contexts that entry.server exports. */
interface PageContexts {
  nonceContext: RouterContext<string>;
  publicUrlContext: RouterContext<string>;
  callContext: RouterContext<Call>;
  recaptchaSiteKeyContext?: RouterContext<string | null>;
  logContext?: RouterContext<(error: unknown) => void>;
}

/** Renders a page with React Router, as one complete document. */
export async function renderPage(
  build: ServerBuild,
  mode: 'production' | 'development',
  request: PageRequest,
  host: PageHost,
): Promise<RenderedPage> {
  const contexts = build.entry.module as unknown as PageContexts;
  const nonce = randomBytes(16).toString('base64url');
  const provided = new RouterContextProvider();
  provided.set(contexts.nonceContext, nonce);
  provided.set(contexts.publicUrlContext, host.publicUrl);
  provided.set(contexts.callContext, host.call);
  if (contexts.logContext) provided.set(contexts.logContext, host.logError);
  if (contexts.recaptchaSiteKeyContext) {
    provided.set(contexts.recaptchaSiteKeyContext, host.recaptchaSiteKey);
  }
  const { url, method, headers, body } = request;
  const response = await createRequestHandler(build, mode)(
    new Request(url, { method, headers, ...(body ? { body } : {}) }),
    provided,
  );
  const { status } = response;
  const sent = [...response.headers] as [string, string][];
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status, headers: sent, body: bytes, scriptHashes: null };
  }
  const { html, hashes } = hashScripts(await response.text(), nonce);
  return { status, headers: sent, body: new TextEncoder().encode(html), scriptHashes: hashes };
}
