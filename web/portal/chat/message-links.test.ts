import { expect, test } from 'vitest';
import { textParts } from './message-links.ts';

const hrefs = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ['see https://a.example.com/x?y=1. Ok', ['https://a.example.com/x?y=1']],
  ['www.kestrel.com or yard@kestrel.com', ['https://www.kestrel.com', 'mailto:yard@kestrel.com']],
  ['gate: tel:+1-815-555-0100.', ['tel:+18155550100']],
  ['Call (815) 555-0142 or 815.555.0143.', ['tel:+18155550142', 'tel:+18155550143']],
  ['„www.a.com“, «a@b.com»', ['https://www.a.com', 'mailto:a@b.com']],
  ['ここ「https://a.com/x」。https://a.com/y。次、', ['https://a.com/x', 'https://a.com/y']],
  ['https://a.com/x\u200b\u202e', ['https://a.com/x']],
  [
    'https://a.com/A_(b_(c)) or (www.a.com/A_(b))',
    ['https://a.com/A_(b_(c))', 'https://www.a.com/A_(b)'],
  ],
  [
    'https://ja.example.org/wiki/日本?q=(a)&b=1,2;c',
    ['https://ja.example.org/wiki/日本?q=(a)&b=1,2;c'],
  ],
])('links addresses and phone numbers: %s', (text, expected) => {
  expect(hrefs(text)).toEqual(expected);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox file:///etc/passwd ftp://a.com/x blob:https',
  'Done.Call me, report.zip, ok.so it is',
  'Load 8155550142, 60431-1234, 1815-555-01423, 2026-03-02 10',
  'a'.repeat(4000),
])('links nothing else: %s', (text) => {
  expect(textParts(text)).toEqual([{ text }]);
});

test('the parts add up to the text', () => {
  for (const text of [
    'a https://b.com\nc\n',
    '“https://a.com/x_(y)”…https://b.com。',
    'İ https://a.com/İ 👩‍👩‍👧 https://b.com',
  ]) {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});
