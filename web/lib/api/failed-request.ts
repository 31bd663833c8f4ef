/** The last call that failed unexpectedly: without a response although online, or with a 5xx. */
let last = { id: '', at: 0 };

/** How long after a failed call an error counts as caused by it, in milliseconds. */
const causeMs = 2_000;

/** Notes a failed call unless its failure is expected; `status` is 0 without a response. */
export function noteFailure(id: string, status: number): void {
  const isUnexpected = status >= 500 || (status === 0 && navigator.onLine !== false);
  if (isUnexpected) last = { id, at: Date.now() };
}

/** The id of the last unexpectedly failed call; '' without one. */
export const lastFailure = () => last.id;

/** What finds the failed call of an error that appears now in the server's log; '' without one. */
export function failureReference(): string {
  return Date.now() - last.at < causeMs ? last.id.slice(0, 8) : '';
}
