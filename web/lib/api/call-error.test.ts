import { expect, test } from 'vitest';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { formFailure, isRefusal } from './call-error.ts';

test('renews the key after a refusal, and keeps it while a repetition can succeed', () => {
  expect([400, 422, 0, 429, 503].map(isRefusal)).toEqual([true, true, false, false, false]);
});

test('does not repeat a field error above the form', () => {
  const error = 'The resume must be a PDF file.';
  expect(formFailure(new CallError(415, { error, fields: { resume: error } }))).toEqual({
    status: 415,
    code: '',
    fields: { resume: error },
    reason: general.invalid,
  });
});

test('reports an error of the page as unexpected', () => {
  expect(formFailure(new TypeError('x is undefined')).reason).toBe(general.unexpected);
});
