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
