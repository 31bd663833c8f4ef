import { expect, test } from 'vitest';
import { jobParts, payText } from '#contract/job-content.ts';
import type { Job } from '#contract/jobs.ts';
import { jobPlaces } from './job-places.ts';
import { jobPosting as postingAt } from './job-posting.ts';

const job: Job = {
  id: 7,
  position: 'Diesel Technician',
  location: 'Council Bluffs, Iowa',
  department: 'All',
  datePosted: '2026-11-03',
  companyInformation: 'Since 1967.',
  roleInformation: 'Keep <sixty> trucks & trailers moving.',
  jobResponsibilities: 'Brakes\n\n  Hydraulics ',
  skills: 'Patience',
  descriptionOfBenefits: '',
  companyCulture: 'Calm',
  payMin: null,
  payMax: null,
  payPeriod: '',
  homeTime: '',
  shift: '',
  employmentType: '',
  validThrough: null,
  openings: 1,
  closedOn: null,
  pinned: 0,
  pinOrder: null,
  version: 1,
};

const jobPosting = (posted: Job, publicUrl: string) =>
  postingAt(posted, jobPlaces(posted.location), publicUrl);

test('lines become lists without empty lines and parts (C2)', () => {
  const parts = jobParts(job);
  expect(parts.find(({ title }) => title === 'Responsibilities')).toMatchObject({
    list: true,
    lines: ['Brakes', 'Hydraulics'],
  });
  expect(parts.some(({ title }) => title === 'Benefits')).toBe(false);
  const { description } = jobPosting(job, 'https://kestrel.example.com');
  expect(description).toContain('Keep &lt;sixty&gt; trucks &amp; trailers moving.');
  expect(description).toContain('<ul><li>Brakes</li><li>Hydraulics</li></ul>');
});

test('states pay, schedule and last day in the terms of schema.org, and omits the rest', () => {
  const url = 'https://kestrel.example.com';
  const terms = {
    payMin: 25.5,
    payMax: 29,
    payPeriod: 'hour',
    shift: 'Nights',
    employmentType: 'part_time',
    validThrough: '2026-12-31',
  } as const;
  const salary = (value: object) => ({
    baseSalary: { '@type': 'MonetaryAmount', currency: 'USD', value },
  });
  expect(jobPosting({ ...job, ...terms }, url)).toMatchObject({
    ...salary({ '@type': 'QuantitativeValue', minValue: 25.5, maxValue: 29, unitText: 'HOUR' }),
    employmentType: 'PART_TIME',
    workHours: 'Nights',
    validThrough: '2026-12-31',
    hiringOrganization: { logo: `${url}/icon-512.png` },
  });
  expect(jobPosting({ ...job, ...terms, payMax: null }, url)).toMatchObject(
    salary({ '@type': 'QuantitativeValue', value: 25.5, unitText: 'HOUR' }),
  );
  for (const bare of [job, { ...job, ...terms, payPeriod: 'mile' } as const]) {
    expect(jobPosting(bare, url)).not.toHaveProperty('baseSalary');
  }
  for (const stated of ['validThrough', 'employmentType']) {
    expect(jobPosting(job, url)).not.toHaveProperty(stated);
  }
});

test.each([
  [25.5, 29, 'hour', '$25.50 to $29.00 an hour'],
  [52_000, 52_000, 'year', '$52,000 a year'],
  [0.65, null, 'mile', 'From $0.65 a mile'],
  [null, null, 'week', ''],
] as const)('pay from %j to %j per %s reads %j', (payMin, payMax, payPeriod, text) => {
  expect(payText({ payMin, payMax, payPeriod })).toBe(text);
});

const addressesOf = (location: string) => {
  const { jobLocation } = jobPosting({ ...job, location }, 'https://kestrel.example.com');
  return [jobLocation].flat().map((place) => {
    const { addressLocality, addressRegion } = (place as { address: Record<string, string> })
      .address;
    return [addressLocality, addressRegion];
  });
};

const both = [
  ['Joliet', 'IL'],
  ['Omaha', 'NE'],
];

test.each<[location: string, places: (string | undefined)[][]]>([
  ['Joliet, IL and Omaha, NE', both],
  ['Joliet, Illinois / Omaha, Nebraska', both],
  ['Omaha', [['Omaha', undefined]]],
  ['Yard 4, Joliet, IL', [['Yard 4, Joliet, IL', undefined]]],
  ['', [['', undefined]]],
])('%j names its places with the states that it has', (location, places) => {
  expect(addressesOf(location)).toEqual(places);
});
