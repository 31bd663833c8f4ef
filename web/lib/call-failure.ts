import type { CallError } from '#contract/endpoint.ts';

/** The failed call behind an error of a loader or action, null when it is something else. */
export function callFailure(error: unknown): CallError | null {
  // By its name: the server that answers in place has its own copy of the class.
  return error instanceof Error && error.name === 'CallError' ? (error as CallError) : null;
}

/** Refused for certain, so that the next try is another thing; 408 and 429 say nothing about a try before. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
