import { describe, expect, it } from 'vitest';
import { webHref } from './inquiry-labels.ts';

describe('the website that a sender typed', () => {
  it.each([
    ['https://example.com/lot?x=1', 'https://example.com/lot?x=1'],
    ['www.example.com', 'https://www.example.com/'],
  ])('%s becomes a link', (typed, href) => {
    expect(webHref(typed)).toBe(href);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ''])('%j stays text', (typed) => {
    expect(webHref(typed)).toBeNull();
  });
});
