import { company } from '#contract/company/profile.ts';
import { jobHtml } from '#contract/job-content.ts';
import type { Job } from '#contract/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';

type Thing = Record<string, unknown>;

/** The schema.org JobPosting of a job. Its description is HTML with escapeHtml text. */
export function jobPosting(job: Job, jobLocation: Thing | Thing[], publicUrl: string): Thing {
  return {
    '@type': 'JobPosting',
    title: job.position,
    description: jobHtml(job, escapeHtml),
    datePosted: job.datePosted,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(job.id) },
    ...(job.validThrough && { validThrough: job.validThrough }),
    ...(job.employmentType && { employmentType: job.employmentType.toUpperCase() }),
    ...(job.openings !== null && { totalJobOpenings: job.openings }),
    ...(job.shift && { workHours: job.shift }),
    ...baseSalary(job),
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      sameAs: `${publicUrl}/`,
      logo: `${publicUrl}/icon-512.png`,
    },
    jobLocation,
    ...(job.department === 'All' ? {} : { occupationalCategory: job.department }),
    directApply: true,
    url: publicUrl + ownPath(`/careers/${job.id}`),
    // A JobPosting has no language of its own.
    ...t({}, { mainEntityOfPage: { '@type': 'WebPage', inLanguage: 'es' } }),
  };
}

/** schema.org has no pay per mile. */
function baseSalary({ payMin, payMax, payPeriod }: Job): { baseSalary?: Record<string, unknown> } {
  const stated = payMin !== null || payMax !== null;
  if (!stated || payPeriod === '' || payPeriod === 'mile') return {};
  const amounts =
    payMin === null || payMax === null || payMin === payMax
      ? { value: payMin ?? payMax }
      : { minValue: payMin, maxValue: payMax };
  return {
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'USD',
      value: { '@type': 'QuantitativeValue', ...amounts, unitText: payPeriod.toUpperCase() },
    },
  };
}

function escapeHtml(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}
