import { expect, test } from 'vitest';
import { mailHref } from './mail-href.ts';

test('encodes the address and the subject', () => {
  expect(mailHref('rosa@example.com')).toBe('mailto:rosa@example.com');
  expect(mailHref('rosa@example.com', { subject: 'Your inquiry A-1' })).toBe(
    'mailto:rosa@example.com?subject=Your%20inquiry%20A-1',
  );
});

test.each([
  'rosa?bcc=all@example.com',
  'rosa@example.com&cc=b@example.com',
  'rosa%0Abcc:b@example.com',
  'rosa@example.com,b@example.com',
])('%j adds no header and no second address', (typed) => {
  const { href, search } = new URL(mailHref(typed));
  expect(search).toBe('');
  expect(href).not.toMatch(/[,&]|@.*@/);
  expect(decodeURIComponent(href)).toBe(`mailto:${typed}`);
});
