/** The screens that the tests open and the gallery shows. */
import type { Role } from '#contract/wire/access.ts';
import { canonical, pages } from '../../web/portal/pages.ts';
import { isFull } from '../harness/is-full.ts';
import { create, type Server } from './office-api.ts';
import { newWonInquiry, postJob, sampleJob } from './records-api.ts';

/** Text that only a filled screen has. */
export const contents: Record<Role, Record<string, string | RegExp>> = {
  admin: {
    '/hours': "Kevin O'Brien",
    '/time-off': 'Wayne Amundson',
    '/time-off?request=1': 'Also away',
    '/damages': 'Show as a table',
    '/claims': 'Cost of claims',
    '/trainingfiles': 'Winter driving: the first hour.pdf',
    '/settlements': /^Settlement \d{4}-\d\d-\d\d hutchins\.pdf$/,
    '/reports': 'Fuel by tractor.pdf',
    '/chat': /^Answered by/,
    '/applications': '42 applications',
    '/inquiries': /^2\d inquiries$/,
    '/users': '28 users',
    '/adminfiles': "Kevin O'Brien",
    '/driver-file': "Kevin O'Brien",
    '/receipts': "Kevin O'Brien",
    '/receipts?by=file': 'Winter driving: the first hour.pdf',
    '/store?view=orders&which=all': 'Handed over',
  },
  employee: {
    '/time-off': /^Two of six day drivers/,
    '/claims': 'Left front door (23000)',
    '/claims?damage=43': 'Your response',
    '/driver-file': 'Medical certificate',
  },
};

/** Screens that both roles see alike: those of a driver are checked in more ways. */
const alike =
  /^\/(directory|holiday|newhire|notifications|password|sign-in|personal-data|portaljobs)$/;

/** The paths of a role's screens. */
export function screensOf(role: Role): string[] {
  const own = pages
    .filter(({ roles }) => roles === 'page' || roles.includes(role))
    .map(({ href }) => canonical(href));
  const shown = role === 'employee' || isFull ? own : own.filter((path) => !alike.test(path));
  return [...new Set([...shown, ...Object.keys(contents[role])])];
}

/** The paths of the public pages; posts a job and makes the link of a testimonial. */
export async function publicScreens(server: Server): Promise<string[]> {
  const id = await postJob(server, {
    position: 'Driver, Regional Operations',
    payMin: 78_000,
    payMax: 94_000,
    payPeriod: 'year',
    homeTime: 'Home most nights and every weekend',
    jobResponsibilities: `Responsibilities\n${sampleJob.jobResponsibilities}`,
  });
  const { id: won } = await newWonInquiry(server);
  const link = await create<{ url: string }>(server, `/api/inquiries/${won}/testimonial-link`, {});
  return [
    ...['/', '/about', '/inquiry', '/careers', `/careers/${id}`, '/application', '/login'],
    ...['/testimonials', '/privacy', '/terms', '/reset/a-code-of-twenty-letters', '/no/such/page'],
    new URL(link.url).pathname,
    ...(isFull ? ['/careers?q=nothing', '/careers/99999', `/application/${id}`] : []),
  ];
}
