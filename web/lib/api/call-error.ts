import { data } from 'react-router';
import { general, publicForms } from '#contract/messages/general.ts';
import type { CallError } from '#contract/wire/endpoint.ts';

const names = ['CallError', 'CallTimeout', 'UnknownResponse'];

/** The error as a CallError; null for any other error. */
export function asCallError(error: unknown): CallError | null {
  // Compared by name: the server bundle has its own copy of the class, so instanceof fails during rendering.
  return error instanceof Error && names.includes(error.name) ? (error as CallError) : null;
}

/**
 * What a page's loader throws after a failed call: a response with its status, for the error page.
 * A malformed id is as unknown as any other, so 400 becomes 404. Other errors stay as they are.
 */
export function toRouteError(error: unknown): unknown {
  const failure = asCallError(error);
  if (!failure) return error;
  const status = failure.status === 400 ? 404 : failure.status;
  return data(null, { status, statusText: status === 404 ? 'Not Found' : failure.message });
}

/** Why a public form was rejected. */
export interface FormFailure {
  /** HTTP status; 0 without a response. */
  status: number;
  code: string;
  /** Error message by wire name. */
  fields: Record<string, string>;
  reason: string;
}

/** The messages of a rejected public form. A message shown beside a field is not repeated in `reason`. */
export function formFailure(error: unknown): FormFailure {
  const failure = asCallError(error);
  if (failure === null) return { status: 0, code: '', fields: {}, reason: general.unexpected };
  const { status, body } = failure;
  const { code = '', fields = {} } = body;
  if (status === 422) return { status, code, fields, reason: publicForms.alreadyHere };
  const isBesideField = Object.values(fields).includes(body.error);
  return { status, code, fields, reason: isBesideField ? general.invalid : body.error };
}

/** Whether the server rejected the content, so that the next attempt needs a new idempotency key. 408 and 429 say nothing about an earlier attempt. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
