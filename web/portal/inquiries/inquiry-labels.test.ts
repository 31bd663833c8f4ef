import { describe, expect, it } from 'vitest';
import { inquiriesFilter } from '#contract/filters/inquiries.ts';
import { filtered } from '#contract/filters/list-filter.ts';
import { contactFields, type Inquiry, shipmentFields } from '#contract/inquiries.ts';
import { webHref } from './inquiry-labels.ts';

/** Words of its own in each text field and note. */
function sample(id: number): Inquiry {
  const texts = Object.entries({ ...contactFields, ...shipmentFields })
    .filter(([, { kind }]) => kind === 'line' || kind === 'text')
    .map(([name]) => [name, `Côté ${name}${id}.`]);
  return {
    ...Object.fromEntries(texts),
    ...{ id, reference: `REF${id}`, status: 'new', flagged: false, note: '', version: 1 },
    ...{ vehicle_type: 'van', vehicle_condition: 'used', number_of_vehicles: 40 + id },
    ...{ pickup_date: null, delivery_date: null, created_at: '2026-01-01T00:00:00.000Z' },
    notes: [
      { id, author: `Writer${id}`, text: `Prefers mornings${id}`, created_at: '2026-01-01' },
      { id, author: '', text: `Called back${id}`, created_at: '2026-01-01' },
    ],
  };
}

describe('the search of inquiries', () => {
  const list = [sample(1), sample(2)];
  const found = (q: string) =>
    filtered(inquiriesFilter, list, { ...inquiriesFilter.none, q }).map(({ id }) => id);
  const texts = Object.keys({ ...contactFields, ...shipmentFields }).filter(
    (name) => name in sample(1) && `${sample(1)[name as keyof Inquiry]}`.startsWith('Côté'),
  );
  it.each([...texts, 'ref', 'writer', 'mornings', 'back'])('covers %s', (name) => {
    expect(found(`${name}2`)).toEqual([2]);
    expect(found(`cote ${name}1`.toUpperCase())).toEqual([1]);
  });

  it('covers the number of vehicles', () => {
    expect(found('42')).toEqual([2]);
  });
});

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
