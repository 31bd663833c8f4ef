import type { Job } from '#contract/jobs.ts';

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

const employment: Record<Job['employmentType'], string> = {
  '': '',
  full_time: 'Full time',
  part_time: 'Part time',
  contractor: 'Contractor',
  temporary: 'Temporary',
  per_diem: 'Per diem',
  intern: 'Internship',
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

type Terms = Pay & Pick<Job, 'homeTime' | 'shift' | 'employmentType'>;

/** The stated terms of a job, most important to a driver first. */
export function jobTerms(job: Terms): { label: string; text: string }[] {
  return [
    { label: 'Pay', text: payText(job) },
    { label: 'Home time', text: job.homeTime },
    { label: 'Shift', text: job.shift },
    { label: 'Employment', text: employment[job.employmentType] },
  ].filter(({ text }) => text !== '');
}

/** Whether `validThrough` has passed; `today` is YYYY-MM-DD. */
export function isClosed({ validThrough }: Pick<Job, 'validThrough'>, today: string): boolean {
  return validThrough !== null && validThrough < today;
}
