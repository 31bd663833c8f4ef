import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { handleError, logContext } from './entry.server.tsx';

/** Returns the logged errors; `isAborted` when the visitor has left. */
function logged(error: unknown, isAborted = false): unknown[] {
  const lines: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(logContext, (line) => lines.push(line));
  const signal = isAborted ? AbortSignal.abort() : undefined;
  const request = new Request('http://localhost/about', { method: 'POST', signal });
  handleError(error, { request, context, params: {} });
  return lines;
}

/** A response as the router throws it, with its own error inside. */
const responseOf = (status: number) => ({
  status,
  statusText: '',
  internal: true,
  data: '',
  error: new Error('You made a POST request'),
});

test('does not log 404, 405 and aborted requests', () => {
  expect(logged(responseOf(404))).toEqual([]);
  expect(logged(responseOf(405))).toEqual([]);
  expect(logged(new Error('half-way'), true)).toEqual([]);
});

test('logs server errors with their cause', () => {
  const error = new Error('no database');
  expect(logged(error)).toEqual([error]);
  const response = responseOf(500);
  expect(logged(response)).toEqual([response.error]);
});
