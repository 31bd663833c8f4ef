import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import inject, { type DispatchFunc } from 'light-my-request';
import type { Language } from '#contract/text/languages.ts';
import {
  type Call,
  CallError,
  type Endpoint,
  type ErrorBody,
  pathOf,
} from '#contract/wire/endpoint.ts';
import { inLanguage } from '../runtime/languages.ts';

const ownRequests = new WeakSet<object>();

/** Whether the request comes from a page that the server renders. */
export function isInProcess(request: object): boolean {
  return ownRequests.has(request);
}

/** Who is shown a page. */
interface PageVisitor {
  ip: string;
  language: Language;
  /** Of the form that they posted. */
  formKey: string | null;
}

/**
 * Calls our own API in process, with the visitor's address. Not by `app.inject`, which refuses every call once the
 * server is closing: pages that are still being rendered need theirs.
 */
export function callInProcess(app: FastifyInstance, visitor: PageVisitor): Call {
  const { ip, language, formKey } = visitor;
  return async (endpoint: Endpoint, input = {}) => {
    const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
    const route: DispatchFunc = (request, response) => {
      ownRequests.add(request);
      app.routing(request as IncomingMessage, response as ServerResponse);
    };
    const request = {
      method: endpoint.method,
      url: pathOf(endpoint, params as Record<string, unknown>),
      remoteAddress: ip,
      ...(query ? { query: query as Record<string, string> } : {}),
      ...(body !== undefined ? { payload: body as object } : {}),
      headers: {
        'accept-language': language,
        ...(endpoint.idempotent && {
          'idempotency-key': idempotencyKeyOf(formKey, endpoint, input),
        }),
      },
    };
    // The call belongs to no page: what it stores and sends is for others too.
    const response = await inLanguage('en', () => inject(route, request));
    const json: unknown = response.body ? response.json() : undefined;
    if (response.statusCode >= 400) throw new CallError(response.statusCode, json as ErrorBody);
    return json as never;
  };
}

/**
 * Returns the Idempotency-Key of a form posted without scripts: derived from the key in the page and the input, so that
 * the same form sent twice is stored once, also when it was corrected between, and the same words in a later form anew.
 */
function idempotencyKeyOf(formKey: string | null, endpoint: Endpoint, input: object): string {
  const content = JSON.stringify([formKey ?? randomUUID(), endpoint.name, input]);
  const hex = createHash('sha256').update(content).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
