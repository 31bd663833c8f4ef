import { jobTexts } from '#contract/company/job-texts.ts';
import { departments, type jobFields } from '#contract/jobs.ts';
import { today } from '#contract/rules/dates.ts';
import type { FormValues } from '../shared/records/field-values.ts';

export function newJobValues(): FormValues<typeof jobFields> {
  return {
    position: '',
    location: '',
    department: departments[0],
    datePosted: today(),
    ...jobTexts,
    roleInformation: '',
    jobResponsibilities: '',
    skills: '',
    payMin: '',
    payMax: '',
    payPeriod: '',
    homeTime: '',
    shift: '',
    employmentType: 'full_time',
    validThrough: '',
    openings: '1',
    pinned: '0',
    pinOrder: '',
  };
}
