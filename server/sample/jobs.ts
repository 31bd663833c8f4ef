import type { JobInput } from '#contract/careers.ts';
import { dayBefore } from './calendar.ts';
import { companyInformation, type SampleJob } from './job-texts.ts';
import { officeJobs } from './jobs-office.ts';
import { roadJobs } from './jobs-road.ts';
import { shopJobs } from './jobs-shop.ts';

const all: readonly SampleJob[] = [...roadJobs, ...shopJobs, ...officeJobs];

/** The open jobs, the longest open first, each with what applications name it by. */
export function sampleJobs(now: Date): { slug: string; job: JobInput }[] {
  return all
    .toSorted((one, other) => other.postedDaysAgo - one.postedDaysAgo)
    .map((entry) => ({
      slug: entry.slug,
      job: {
        position: entry.position,
        location: entry.location,
        department: entry.department,
        datePosted: dayBefore(now, entry.postedDaysAgo),
        companyInformation,
        roleInformation: entry.role,
        jobResponsibilities: entry.responsibilities.join('\n'),
        skills: entry.skills.join('\n'),
        descriptionOfBenefits: [entry.pay, ...entry.benefits].join('\n'),
        companyCulture: entry.culture.join('\n'),
      },
    }));
}
