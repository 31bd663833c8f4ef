declare global {
  /** The last call that failed unexpectedly: without a response, or with a 5xx. Global, so that reading it loads no code. */
  var failedRequest: { id: string; at: number } | undefined;
}

/** How long after a failed call an error counts as caused by it, in milliseconds. */
const causeMs = 2_000;

/** What finds the failed call of an error that appears now in the server's log; '' without one. */
export function failureReference(): string {
  const { id = '', at = 0 } = globalThis.failedRequest ?? {};
  return Date.now() - at < causeMs ? id.slice(0, 8) : '';
}
