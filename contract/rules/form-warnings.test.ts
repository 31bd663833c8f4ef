import { expect, test } from 'vitest';
import { applicationWarnings, inquiryWarnings, warningSentences } from './form-warnings.ts';

// 23:30 on the previous day in Chicago.
const sentAt = new Date('2026-03-09T04:30:00Z');
const rows = { workExperiences: [], references: [] };

test('warns about the phone, website and dates of an inquiry', () => {
  expect(
    inquiryWarnings(
      { phone_number: 'call me', website: 'not a site', pickup_date: '2026-03-07' },
      sentAt,
    ),
  ).toEqual({
    phone_number: 'The phone number has fewer than 10 digits.',
    website: "The website doesn't look like a web address.",
    pickup_date: 'The pickup date has passed.',
  });
});

test('does not warn about valid or missing answers', () => {
  const right = { phone_number: '+1 (815) 555-0100', pickup_date: '2026-03-08', delivery_date: '' };
  expect(inquiryWarnings({ ...right, website: 'example.com' }, sentAt)).toEqual({});
  for (const zipcode of ['60435', '60435-1234', '', undefined]) {
    expect(applicationWarnings({ ...rows, zipcode, phone: '815-555-0100' }, sentAt)).toEqual({});
  }
});

test('warns about the ZIP code, licenses and rows of an application', () => {
  const found = applicationWarnings(
    {
      phone: '555',
      zipcode: 'ABC',
      cdl_expiration_date: '2020-01-31',
      driver_license_expiration: '2026-03-07',
      workExperiences: [{ to_date: null }, { to_date: '2025-01-01', is_current: 1 }],
      references: [{ phone: '1' }],
    },
    sentAt,
  );
  expect(Object.keys(found)).toEqual([
    'phone',
    'zipcode',
    'cdl_expiration_date',
    'driver_license_expiration',
    'workExperiences.1.to_date',
    'references.0.phone',
  ]);
  expect(warningSentences(found).slice(-2)).toEqual([
    'Work experience 2: The job has an end date and is marked as current.',
    'Reference 1: The phone number has fewer than 10 digits.',
  ]);
});
