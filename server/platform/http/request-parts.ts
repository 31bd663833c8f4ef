import type { FastifyRequest } from 'fastify';
import { files } from '#contract/messages/files.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { underOwnNames } from '#contract/wire/key-case.ts';
import { HttpError, invalid } from '../runtime/errors.ts';
import type { Upload } from '../uploads/receive-upload.ts';
import { parse } from './validation.ts';

/** The file in the endpoint's own field; a missing required one is refused. */
export function fileOf({ upload: rule, invalid: special }: Endpoint, received: Upload | null) {
  const file = received?.files.find(({ field }) => field === rule?.field);
  if (file) return file;
  if (!rule?.required) return null;
  const message = (typeof special === 'object' && special[rule.field]) || files.missing;
  throw invalid({ [rule.field]: message }, message);
}

/** The validated body. */
export function bodyOf(endpoint: Endpoint, sent: unknown): unknown {
  if (!endpoint.body) return undefined;
  const body = parse(endpoint.body, ownNames(endpoint, sent), endpoint.invalid);
  // A change needs a body even when no field is required: a lost one must not count as a change to nothing.
  const isMissing = sent === undefined && endpoint.method === 'PUT';
  if (isMissing || sent === null) throw new HttpError('body_required');
  return body;
}

function ownNames({ aliases }: Endpoint, sent: unknown): unknown {
  if (!aliases || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return underOwnNames(aliases, sent as Record<string, unknown>);
}

export function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key[0] : key;
}
