import { payText } from '#contract/job-content.ts';
import type { Job } from '#contract/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import type { JobSummary } from './job-search.ts';

const employment = (): Record<Job['employmentType'], string> => ({
  '': '',
  full_time: t('Full time', 'Tiempo completo'),
  part_time: t('Part time', 'Medio tiempo'),
  contractor: t('Contractor', 'Contratista'),
  temporary: t('Temporary', 'Temporal'),
  per_diem: t('Per diem', 'Por día'),
  intern: t('Internship', 'Prácticas'),
});

type Terms = Pick<Job, 'payMin' | 'payMax' | 'payPeriod' | 'homeTime' | 'shift' | 'employmentType'>;

/** The stated terms of a job, most important to a driver first. */
export function jobTerms(job: Terms): { label: string; text: string }[] {
  return [
    { label: t('Pay', 'Pago'), text: payText(job) },
    { label: t('Home time', 'Tiempo en casa'), text: job.homeTime },
    { label: t('Shift', 'Turno'), text: job.shift },
    { label: t('Employment', 'Tipo de empleo'), text: employment()[job.employmentType] },
  ].filter(({ text }) => text !== '');
}

/** A job in a list. Call it in loaders: a page has its summaries only. */
export function jobSummary(job: Job): JobSummary {
  const own = inOwnLanguage(job);
  const { id, position, location, department, datePosted, openings } = own;
  const terms = jobTerms(own).map(({ text }) => text);
  if (openings !== null && openings > 1)
    terms.push(t(`${openings} openings`, `${openings} vacantes`));
  return { id, position, location, department, datePosted, terms };
}
