/** The texts of a job as its page, the search engines, the feeds and the share images have them. */
import type { Job } from './jobs.ts';

type Pay = Pick<Job, 'payMin' | 'payMax' | 'payPeriod'>;

const periods: Record<Job['payPeriod'], string> = {
  '': '',
  hour: ' an hour',
  day: ' a day',
  week: ' a week',
  month: ' a month',
  year: ' a year',
  mile: ' a mile',
};

function dollars(amount: number, decimals: 0 | 2): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: decimals })}`;
}

/** '$25.50 to $29.00 an hour', 'From $78,000 a year'; '' when the job doesn't say. */
export function payText({ payMin, payMax, payPeriod }: Pay): string {
  const amounts = [payMin, payMax].filter((amount) => amount !== null);
  if (amounts.length === 0) return '';
  const decimals = amounts.every(Number.isInteger) ? 0 : 2;
  const range = [...new Set(amounts)].map((amount) => dollars(amount, decimals)).join(' to ');
  const open = payMax === null ? 'From ' : payMin === null ? 'Up to ' : '';
  return open + range + periods[payPeriod];
}

/** Splits a text into its non-empty lines. */
function linesOf(text: string): string[] {
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

/** The sections as HTML, with each line as `encode` returns it. */
export function jobHtml(job: Job, encode: (text: string) => string): string {
  return jobParts(job)
    .map(({ title, lines, list }) => {
      const tag = list ? 'li' : 'p';
      const items = lines.map((line) => `<${tag}>${encode(line)}</${tag}>`).join('');
      return `<h3>${title}</h3>${list ? `<ul>${items}</ul>` : items}`;
    })
    .join('');
}
