/**
 * Lets a test state the part of an error body that it is about. `request_id` differs for every answer
 * and is never compared, `code` only if both bodies name it. tests/errors.test.ts and expectHttpError
 * check both for every error.
 */
import { expect } from 'vitest';

const isErrorBody = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'error' in value;

expect.addEqualityTesters([
  function errorBodies(a, b, testers) {
    if (!isErrorBody(a) || !isErrorBody(b)) return undefined;
    const ignored = [
      ...('request_id' in a || 'request_id' in b ? ['request_id'] : []),
      ...('code' in a !== 'code' in b ? ['code'] : []),
    ];
    // The usual comparison; without this check it would call this function again.
    if (ignored.length === 0) return undefined;
    const rest = (body: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => !ignored.includes(key)));
    return this.equals(rest(a), rest(b), testers);
  },
]);
