import { expect, test } from 'vitest';
import type { Job } from '#contract/careers.ts';
import { jobParts, jobPosting } from './job-posting.ts';

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
  version: 1,
};

test('C2: lines become lists, empty lines and empty parts are left out', () => {
  const parts = jobParts(job);
  expect(parts.find(({ title }) => title === 'Responsibilities')).toMatchObject({
    list: true,
    lines: ['Brakes', 'Hydraulics'],
  });
  expect(parts.some(({ title }) => title === 'Benefits')).toBe(false);
});

test('the JobPosting says what is known, its description escaped', () => {
  const posting = jobPosting(job, 'https://kestrel.example.com');
  expect(posting).toMatchObject({
    '@type': 'JobPosting',
    title: 'Diesel Technician',
    datePosted: '2026-11-03',
    directApply: true,
    identifier: { value: '7' },
    jobLocation: {
      address: { addressLocality: 'Council Bluffs', addressRegion: 'IA', addressCountry: 'US' },
    },
  });
  expect(posting.description).toContain('Keep &lt;sixty&gt; trucks &amp; trailers moving.');
  expect(posting.description).toContain('<ul><li>Brakes</li><li>Hydraulics</li></ul>');
  expect(posting).not.toHaveProperty('employmentType');
});

const addressesOf = (location: string) => {
  const { jobLocation } = jobPosting({ ...job, location }, 'https://kestrel.example.com');
  return [jobLocation].flat().map((place) => {
    const { addressLocality, addressRegion } = (place as { address: Record<string, string> })
      .address;
    return [addressLocality, addressRegion];
  });
};

test.each([
  'Joliet, IL and Omaha, NE',
  'Joliet, Illinois / Omaha, Nebraska',
  'Joliet, IL; Omaha, NE.',
  'Joliet, il, and Omaha, ne',
])('%j is two places', (location) => {
  expect(addressesOf(location)).toEqual([
    ['Joliet', 'IL'],
    ['Omaha', 'NE'],
  ]);
});

test.each(['Omaha', 'Yard 4, Joliet, IL', 'Joliet and Omaha, NE', 'Remote, USA', ''])(
  '%j names a place without a state',
  (location) => {
    expect(addressesOf(location)).toEqual([[location, undefined]]);
  },
);
