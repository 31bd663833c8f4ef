import { describe, expect, it } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { versionAfter, webHref } from './inquiry-words.ts';

describe('the website that a sender typed', () => {
  it.each([
    ['https://example.com/lot?x=1', 'https://example.com/lot?x=1'],
    ['http://example.com', 'http://example.com/'],
    ['www.example.com', 'https://www.example.com/'],
  ])('%s becomes a link', (typed, href) => {
    expect(webHref(typed)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'none',
    '',
  ])('%j stays text', (typed) => {
    expect(webHref(typed)).toBeNull();
  });
});

describe('the version that a saved form stands on', () => {
  const saved = { status: 'won', note: 'Signed' } as const;
  const stored = (version: number, note = 'Signed') =>
    ({ status: 'won', note, version }) as Inquiry;

  it('is the stored one, raised by the change or not', () => {
    expect(versionAfter(saved, 3, stored(4))).toBe(4);
    expect(versionAfter(saved, 3, stored(3))).toBe(3);
  });

  it('is never the one of what somebody else has stored since', () => {
    expect(versionAfter(saved, 3, stored(5, 'Lost it again'))).toBe(4);
    expect(versionAfter(saved, 3, undefined)).toBe(4);
  });
});
