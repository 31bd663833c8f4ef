import { expect, test, vi } from 'vitest';
import { SharedQuestion } from './use-confirmed-call.tsx';

test('calls that ask at the same time get the same answer, and the next one asks again', async () => {
  const onAsking = vi.fn();
  const question = new SharedQuestion(onAsking);
  const both = [question.ask(), question.ask()];
  question.answer(true);
  expect(await Promise.all(both)).toEqual([true, true]);
  const next = question.ask();
  question.answer(false);
  expect(await next).toBe(false);
  expect(onAsking.mock.calls.flat()).toEqual([true, false, true, false]);
});
