import { expect, test } from 'vitest';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { formFailure, isRefusal } from './call-error.ts';

test.each([400, 422])('renews the key after status %i', (status) => {
  expect(isRefusal(status)).toBe(true);
});

test.each([0, 429, 503])('keeps the key after status %i', (status) => {
  expect(isRefusal(status)).toBe(false);
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
