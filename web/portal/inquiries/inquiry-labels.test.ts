import { describe, expect, it } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { earlierOf, webHref } from './inquiry-labels.ts';

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

it('the earlier inquiries of a sender have the same address in any case', () => {
  const from = (id: number, email_address: string, created_at = `2026-11-0${id}T12:00:00.000Z`) =>
    ({ id, email_address, created_at }) as Inquiry;
  const asked = from(3, 'Dale@Prairie.example.com');
  const all = [from(4, asked.email_address), asked, from(2, 'dale@prairie.example.com')];
  expect(
    earlierOf(asked, [...all, from(1, 'dana@prairie.example.com')]).map(({ id }) => id),
  ).toEqual([2]);
});
