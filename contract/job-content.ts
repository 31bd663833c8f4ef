/** The texts of a job as its page, the search engines, the feeds and the share images have them. */
import type { Job } from './jobs.ts';
import { t } from './text/languages.ts';

type Pay = Pick<Job, 'payMin' | 'payMax' | 'payPeriod'>;

const periods = (): Record<Job['payPeriod'], string> => ({
  '': '',
  hour: t(' an hour', ' por hora'),
  day: t(' a day', ' por día'),
  week: t(' a week', ' por semana'),
  month: t(' a month', ' por mes'),
  year: t(' a year', ' por año'),
  mile: t(' a mile', ' por milla'),
});

function dollars(amount: number, decimals: 0 | 2): string {
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: decimals })}`;
}

/** '$25.50 to $29.00 an hour', 'From $78,000 a year'; '' when the job doesn't say. */
export function payText({ payMin, payMax, payPeriod }: Pay): string {
  const amounts = [payMin, payMax].filter((amount) => amount !== null);
  if (amounts.length === 0) return '';
  const decimals = amounts.every(Number.isInteger) ? 0 : 2;
  const range = [...new Set(amounts)]
    .map((amount) => dollars(amount, decimals))
    .join(t(' to ', ' a '));
  const open =
    payMax === null ? t('From ', 'Desde ') : payMin === null ? t('Up to ', 'Hasta ') : '';
  return open + range + periods()[payPeriod];
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
    { title: t('The role', 'El puesto'), text: job.roleInformation, list: false },
    {
      title: t('Responsibilities', 'Responsabilidades'),
      text: job.jobResponsibilities,
      list: true,
    },
    { title: t('Skills', 'Requisitos'), text: job.skills, list: true },
    { title: t('Benefits', 'Prestaciones'), text: job.descriptionOfBenefits, list: true },
    {
      title: t('Company culture', 'Nuestra forma de trabajar'),
      text: job.companyCulture,
      list: true,
    },
    {
      title: t('About the company', 'Sobre la empresa'),
      text: job.companyInformation,
      list: false,
    },
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
