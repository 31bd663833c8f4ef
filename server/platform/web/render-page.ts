import { randomBytes } from 'node:crypto';
import type {
  createRequestHandler,
  RouterContext,
  RouterContextProvider,
  ServerBuild,
} from 'react-router';
import type { readLanguageFrom } from '#contract/text/languages.ts';
import type { Call } from '#contract/wire/endpoint.ts';
import { pageLanguage, spanishBase } from '#contract/wire/page-languages.ts';
import { formKeyBlank } from '../cache/response-cache.ts';
import { hashScripts } from '../http/content-security.ts';
import { inLanguage, languageOfTexts } from '../runtime/languages.ts';

/** A rendered page, or a response of another type. */
export interface RenderedPage {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
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

export type RenderPage = (request: Request, host: PageHost) => Promise<RenderedPage>;

/** What entry.server exports. */
interface PageModule {
  createRequestHandler: typeof createRequestHandler;
  RouterContextProvider: typeof RouterContextProvider;
  readLanguageFrom: typeof readLanguageFrom;
  nonceContext: RouterContext<string>;
  formKeyContext: RouterContext<string>;
  publicUrlContext: RouterContext<string>;
  callContext: RouterContext<Call>;
  recaptchaSiteKeyContext: RouterContext<string | null>;
  logContext: RouterContext<(error: unknown) => void>;
}

/** Renders pages with React Router, each as one complete document. */
export function pageRenderer(build: ServerBuild, mode: 'production' | 'development'): RenderPage {
  const pages = build.entry.module as unknown as PageModule;
  // The pages are built apart from the server, with their own instances of its modules.
  pages.readLanguageFrom({ language: languageOfTexts, made: () => null });
  const handlers = {
    en: pages.createRequestHandler(build, mode),
    es: pages.createRequestHandler({ ...build, basename: spanishBase }, mode),
  };
  return async (request, host) => {
    const nonce = randomBytes(16).toString('base64url');
    const provided = new pages.RouterContextProvider();
    provided.set(pages.nonceContext, nonce);
    provided.set(pages.formKeyContext, formKeyBlank);
    provided.set(pages.publicUrlContext, host.publicUrl);
    provided.set(pages.callContext, host.call);
    provided.set(pages.logContext, host.logError);
    provided.set(pages.recaptchaSiteKeyContext, host.recaptchaSiteKey);
    const { language } = pageLanguage(new URL(request.url).pathname);
    const response = await inLanguage(language, () => handlers[language](request, provided));
    const { status } = response;
    const headers = [...response.headers] as [string, string][];
    if (!response.headers.get('content-type')?.startsWith('text/html')) {
      const body = Buffer.from(await response.arrayBuffer());
      return { status, headers, body, scriptHashes: null };
    }
    const { html, hashes } = hashScripts(await response.text(), nonce);
    return { status, headers, body: Buffer.from(html), scriptHashes: hashes };
  };
}
