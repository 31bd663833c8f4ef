/** Creates users, jobs, applications and inquiries through the API, and signs pages in. */
import type { Page } from '@playwright/test';
import type * as z from 'zod/mini';
import type { jobInput } from '#contract/jobs.ts';
import { type fullInquiry, smallInquiry } from '../harness/inquiry-sample.ts';
import { pdfOf } from '../harness/multipart.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

type Server = Pick<RunningServer, 'url'>;
type Person = { username: string; password: string };

/** Sends a request and returns the reply; throws unless it succeeds. */
export async function send<T>(
  { url }: Server,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    body: form ? body : body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const ofFirstAdmin = new WeakMap<Server, { token: Promise<string>; until: number }>();
/** Milliseconds for which a sign-in is reused: 15 minutes later it can't create admins. */
const reuseTime = 10 * 60_000;

async function logIn(server: Server, { username, password }: Person): Promise<string> {
  const path = '/api/login';
  const { token } = await send<{ token: string }>(server, 'POST', path, null, {
    username,
    password,
  });
  return token;
}

/**
 * A new token of a user, by default the first admin's. That one is reused, because every test uses it and each
 * login costs a slow hash.
 */
export function tokenOf(server: Server, person?: Person): Promise<string> {
  if (person) return logIn(server, person);
  const known = ofFirstAdmin.get(server);
  if (known !== undefined && Date.now() < known.until) return known.token;
  const token = logIn(server, firstAdmin);
  ofFirstAdmin.set(server, { token, until: Date.now() + reuseTime });
  return token;
}

let made = 0;

/** Appends a unique suffix. */
export function unique(name: string): string {
  made += 1;
  return `${name} ${process.pid}-${made}`;
}

/** Creates a new account. */
export async function newPerson(server: Server, role: 'admin' | 'employee') {
  const username = unique(role).replace(' ', '-');
  const password = 'a load of nine cars';
  await send(server, 'POST', '/api/signup', await tokenOf(server), {
    username,
    user_email: `${username}@example.com`,
    user_password: password,
    user_role: role,
  });
  return { username, password };
}

/** Stores a token in the page's browser, as a login does. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((text) => localStorage.setItem('token', text), token);
}

/** Signs the page in as a new user of that role, or as the given user; returns the token. */
export async function signedIn(
  page: Page,
  server: Server,
  user: 'admin' | 'employee' | Person = 'admin',
): Promise<string> {
  const person = typeof user === 'string' ? await newPerson(server, user) : user;
  const token = await tokenOf(server, person);
  await storeToken(page, token);
  return token;
}

/** Fills and submits the open login page. */
export async function submitLogin(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs out: in a narrow window with the account menu. */
export async function pressLogout(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /^Signed in as/ });
  await account.waitFor();
  if ((page.viewportSize()?.width ?? 0) < 1024) await account.click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

export const sampleJob = {
  position: 'Car hauler driver',
  location: 'Joliet, IL',
  department: 'Operations',
  datePosted: '2026-02-03',
  companyInformation: 'Kestrel Auto Transport is a family business.',
  roleInformation: 'You take nine cars from the ramp to the dealer.',
  jobResponsibilities: 'Load nine cars\nInspect each of them',
  skills: 'CDL class A\nA clean record',
  descriptionOfBenefits: 'Medical insurance\nPaid time off',
  companyCulture: 'Safety before the schedule',
};

/** Creates a job and returns its id. */
export async function postJob(
  server: Server,
  values: Partial<z.input<typeof jobInput>> = {},
): Promise<number> {
  const token = await tokenOf(server);
  const { id } = await send<{ id: number }>(server, 'POST', '/api/careers', token, {
    ...sampleJob,
    ...values,
  });
  return id;
}

export const sampleApplicant = {
  first_name: 'Marisol',
  middle_initial: 'N/A',
  last_name: 'Quintero',
  phone: '630-555-0143',
  email: 'marisol@example.com',
  street_address: '9 Larkin Avenue',
  city: 'Joliet',
  state: 'IL',
  zipcode: '60435',
  gender: 'Decline',
  race: 'Decline to self-identify',
  has_cdl_license: '1',
  cdl_license_number: 'Q123',
  cdl_license_state: 'IL',
  cdl_expiration_date: '2029-05-31',
  car_hauling_experience_years: '6',
  authorized_to_work_us: '1',
  certification: '1',
};

/** Submits an application, by default with a resume; returns its id. */
export async function apply(
  server: Server,
  values: Partial<typeof sampleApplicant> & { job_id?: string } = {},
  resume = true,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...sampleApplicant, ...values })) {
    form.append(name, value);
  }
  const work = { company: 'Prairie Lines', position: 'Driver', from_date: '2019-04-01' };
  form.append('workExperiences', JSON.stringify([{ ...work, is_current: 1, description: '' }]));
  const reference = { first_name: 'Bill', last_name: 'Otto', relationship: 'Dispatcher' };
  const reach = { phone: '630-555-0177', email: 'bill@example.com' };
  form.append('references', JSON.stringify([{ ...reference, ...reach }]));
  if (resume) {
    const pdf = new Blob([new Uint8Array(pdfOf('Resume'))], { type: 'application/pdf' });
    form.append('resume', pdf, 'resume.pdf');
  }
  const { id } = await send<{ id: number }>(server, 'POST', '/api/application', null, form);
  return id;
}

/** Requests a quote and returns its reference. */
export async function requestQuote(
  server: Server,
  values: Partial<typeof fullInquiry> = {},
): Promise<string> {
  const body = { ...smallInquiry, ...values };
  const { reference } = await send<{ reference: string }>(
    server,
    'POST',
    '/api/inquiry',
    null,
    body,
  );
  return reference;
}
