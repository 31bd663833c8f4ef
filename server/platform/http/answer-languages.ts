/** Answers of the API in the language that the caller prefers. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Language, spanishOf } from '#contract/text/languages.ts';
import type { ErrorBody } from '#contract/wire/endpoint.ts';
import { pageLanguage } from '#contract/wire/page-languages.ts';
import { inEnglish, preferredLanguage } from '../runtime/languages.ts';

/** The calls with a Spanish answer, each with the Spanish of the sentences that it made. */
const spanishCalls = new WeakMap<FastifyRequest, Map<string, string>>();

/** What the caller reads, for what it is sent later. */
export const callerLanguage = (request: FastifyRequest): Language =>
  spanishCalls.has(request) ? 'es' : 'en';

/** Notes what a call says in English, so that its answer can say it in Spanish. */
export function answerInLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // A page says in its own language why it was refused.
    const isSpanish =
      pageLanguage(request.url).language === 'es' ||
      preferredLanguage(request.headers['accept-language']) === 'es';
    if (!isSpanish) return done();
    const made = new Map<string, string>();
    spanishCalls.set(request, made);
    inEnglish(made, done);
  });
  // Once more: the body arrives outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const made = spanishCalls.get(request);
    if (made) inEnglish(made, done);
    else done();
  });
}

/** A failure in the caller's language. */
export function translateFailure<Body extends ErrorBody>(
  request: FastifyRequest,
  body: Body,
): Body {
  const made = spanishCalls.get(request);
  if (!made) return body;
  const fields = Object.entries(body.fields ?? {}).map(([name, text]) => [
    name,
    spanishOf(text, made),
  ]);
  return {
    ...body,
    error: spanishOf(body.error, made),
    ...(body.fields && { fields: Object.fromEntries(fields) }),
  };
}

/** The reply of a write in the caller's language: its `message`. */
export function translateReply(request: FastifyRequest, reply: unknown): unknown {
  const made = spanishCalls.get(request);
  if (!made || request.method === 'GET' || typeof reply !== 'object' || reply === null)
    return reply;
  const { message } = reply as { message?: unknown };
  return typeof message === 'string' ? { ...reply, message: spanishOf(message, made) } : reply;
}

/**
 * Whether a person comes to the home page from outside with a browser that prefers Spanish. Links of our own pages stay
 * in their language, as do all other addresses; crawlers and programs send no `Sec-Fetch-Site`.
 */
export function isSpanishArrival({
  url,
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return (
    (url === '/' || url?.startsWith('/?') === true) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    /^(none|cross-site)$/.test(String(headers['sec-fetch-site'])) &&
    preferredLanguage(headers['accept-language']) === 'es'
  );
}
