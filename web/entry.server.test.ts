import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { handleError, logContext } from './entry.server.tsx';

/** What is logged of an error; `gone` when the visitor had left by then. */
function logged(error: unknown, gone = false): unknown[] {
  const lines: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(logContext, (line) => lines.push(line));
  const signal = gone ? AbortSignal.abort() : undefined;
  const request = new Request('http://localhost/about', { method: 'POST', signal });
  handleError(error, { request, context, params: {} });
  return lines;
}

/** As the router throws it, with an error of its own inside. */
const answerOf = (status: number) => ({
  status,
  statusText: '',
  internal: true,
  data: '',
  error: new Error('You made a POST request'),
});

test('a request for what there is not, and one that was given up, leave nothing in the log', () => {
  expect(logged(answerOf(404))).toEqual([]);
  expect(logged(answerOf(405))).toEqual([]);
  expect(logged(new Error('half-way'), true)).toEqual([]);
});

test('what went wrong here is logged whole', () => {
  const error = new Error('no database');
  expect(logged(error)).toEqual([error]);
  const answer = answerOf(500);
  expect(logged(answer)).toEqual([answer.error]);
});
