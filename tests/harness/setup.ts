/** What every test file has: after each test the clock, the globals and what it spied on are the real ones again. */
import { afterEach, expect, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isErrorBody = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'error' in value;

// Comparisons of error bodies ignore `request_id`, which differs for every response.
expect.addEqualityTesters([
  function errorBodies(a, b, testers) {
    if (!isErrorBody(a) || !isErrorBody(b)) return undefined;
    // Use the default comparison; without this check it would recurse.
    if (!('request_id' in a || 'request_id' in b)) return undefined;
    const { request_id: _a, ...restA } = a;
    const { request_id: _b, ...restB } = b;
    return this.equals(restA, restB, testers);
  },
]);
