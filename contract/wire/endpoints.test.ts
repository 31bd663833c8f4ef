import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';

const keysOf = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

test('three calls return a session token', () => {
  const signingIn = endpoints.filter(({ reply }) => keysOf(reply).includes('token'));
  expect(signingIn.map(({ name }) => name).toSorted()).toEqual([
    'changePassword',
    'login',
    'signInWithPasskey',
  ]);
});

test('no secret is part of a URL but the codes of one-time links', () => {
  const secret = / \S*(token|password|secret|otp|key)/i;
  const inUrl = endpoints.flatMap(({ name, params, query }) =>
    [...keysOf(params), ...keysOf(query)].map((key) => `${name} ${key}`),
  );
  expect(inUrl).toContain('getApplicationStatus code');
  // The key of a public picture.
  expect(inUrl.filter((key) => secret.test(key))).toEqual(['presignProduct key']);
});
