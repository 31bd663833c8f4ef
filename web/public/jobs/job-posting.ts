import { company } from '#contract/company/profile.ts';
import type { Job } from '#contract/jobs.ts';

type Thing = Record<string, unknown>;

/** Splits a text into its non-empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The sections of a job in page order; `list` renders as bullet points. */
export function jobParts(job: Job): { title: string; lines: string[]; list: boolean }[] {
  const parts = [
    { title: 'The role', text: job.roleInformation, list: false },
    { title: 'Responsibilities', text: job.jobResponsibilities, list: true },
    { title: 'Skills', text: job.skills, list: true },
    { title: 'Benefits', text: job.descriptionOfBenefits, list: true },
    { title: 'Company culture', text: job.companyCulture, list: true },
    { title: 'About the company', text: job.companyInformation, list: false },
  ];
  return parts
    .map(({ title, text, list }) => ({ title, list, lines: linesOf(text) }))
    .filter(({ lines }) => lines.length > 0);
}

/** The schema.org JobPosting of a job. Its description is HTML with escapeHtml text. */
export function jobPosting(job: Job, jobLocation: Thing | Thing[], publicUrl: string): Thing {
  return {
    '@type': 'JobPosting',
    title: job.position,
    description: jobParts(job)
      .map(({ title, lines, list }) => {
        const items = lines.map(
          (line) => `<${list ? 'li' : 'p'}>${escapeHtml(line)}</${list ? 'li' : 'p'}>`,
        );
        return `<h3>${title}</h3>${list ? `<ul>${items.join('')}</ul>` : items.join('')}`;
      })
      .join(''),
    datePosted: job.datePosted,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(job.id) },
    ...(job.validThrough && { validThrough: job.validThrough }),
    ...(job.employmentType && { employmentType: job.employmentType.toUpperCase() }),
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
    url: `${publicUrl}/careers/${job.id}`,
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
