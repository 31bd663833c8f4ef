import { expect, test } from 'vitest';
import { linkQuery, readLink, signatureOf } from './signed-links.ts';
import { Tokens } from './tokens.ts';

const at = new Date('2026-11-26T12:00:00Z');
const ctx = {
  tokens: new Tokens('a secret for tests alone, long enough to be taken', 8),
  now: () => at,
};
const calendar = { target: 'time-off calendar', userId: 7, revision: 3 };

test('an address in a calendar app stays the same from release to release', () => {
  expect(signatureOf(ctx, calendar)).toBe('ATcTKsP-XlWYQaI4Wvi52Ztckzc-nEn6MO9GsEoa2RQ');
});

test('a link opens its target until it expires, and no seal of another kind does', () => {
  const expires = at.getTime() / 1000 + 1;
  const link = { target: 'training/a.pdf', userId: 7, revision: 3, expires };
  const parts = Object.fromEntries(linkQuery(ctx, link));
  expect(readLink(ctx, link.target, parts)).toEqual(link);
  const { seal } = parts;
  for (const [target, changed] of [
    ['training/b.pdf', {}],
    [link.target, { user: '8' }],
    [link.target, { version: '4' }],
    [link.target, { expires: `${expires + 1}` }],
    [link.target, { expires: undefined }],
    [link.target, { seal: undefined }],
    [link.target, { seal: [seal] }],
    [link.target, { user: '7\n3', version: `${expires}`, expires: undefined }],
    [calendar.target, { expires: undefined, seal: signatureOf(ctx, calendar) }],
    [calendar.target, { expires: 'never', seal: signatureOf(ctx, calendar) }],
  ] as const) {
    const read = () => readLink(ctx, target, { ...parts, ...changed });
    expect(read, JSON.stringify(changed)).toThrow(expect.objectContaining({ status: 403 }));
  }
  const later = { ...ctx, now: () => new Date(expires * 1000) };
  expect(() => readLink(later, link.target, parts)).toThrow();
});
