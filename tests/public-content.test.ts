/** What the public pages say and link to, as the server renders them, and forms that are posted without scripts. */

import { randomUUID } from 'node:crypto';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { applicationInput } from '#contract/applications.ts';
import { authority, saferUrl } from '#contract/company/authority.ts';
import { company, statistics } from '#contract/company/profile.ts';
import { testimonials } from '#contract/company/testimonials.ts';
import { formKeyField, genders, honeypotField, races } from '#contract/form-choices.ts';
import { type Inquiry, inquiryInput } from '#contract/inquiries.ts';
import { field } from '#contract/messages/general.ts';
import { states } from '#contract/rules/states.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { send } from './fixtures/requests.ts';
import { createId } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { smallInquiry } from './harness/inquiry-sample.ts';
import { makeLinkedInquiry } from './harness/quotes.ts';
import { applied } from './records/hiring.ts';
import { rowsOf } from './records/stored.ts';

const t = suiteApp('sqlite', { pages: builtPages() });

interface Control {
  name?: string;
  type?: string;
  tabindex?: string;
  value?: string;
  choices: string[];
}

/** The parts of a page that tests read. */
function readPage(html: string) {
  const root = parseDocument(html);
  const all = (name: string, within = root) => DomUtils.getElementsByTagName(name, within);
  const text = (node: Parameters<typeof DomUtils.textContent>[0]) =>
    DomUtils.textContent(node).replace(/\s+/g, ' ').trim();
  const controls = ['input', 'select', 'textarea']
    .flatMap((name) => all(name, all('form')[0] as never))
    .map(
      ({ name, attribs, children }): Control => ({
        ...attribs,
        // The rest of a select is its prompt.
        choices: name === 'select' ? children.map(text).slice(1) : [],
      }),
    );
  return {
    text: text(all('body')[0] ?? root),
    /** `text → address` of each link. */
    links: all('a').map((link) => `${text(link)} → ${link.attribs.href}`),
    headings: ['h1', 'h2', 'h3'].flatMap((name) => all(name).map(text)),
    controls,
    control: (name: string) => controls.find((control) => control.name === name),
  };
}

async function open(path: string) {
  const response = await t.app.inject(path);
  expect(response.statusCode, path).toBe(200);
  return readPage(response.body);
}

async function post(path: string, form: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = String(new URLSearchParams(form));
  const response = await t.app.inject({ method: 'POST', url: path, headers, payload });
  return { ...readPage(response.body), status: response.statusCode };
}

const { street, city: town, state: region, zip, mapUrl } = company.address;
const contactLinks = [
  `${company.email} → mailto:${company.email}`,
  `${company.phones.general.number} → tel:+18155550100`,
  `${street}, ${town}, ${region} ${zip} → ${mapUrl}`,
];

test('the home page has its claims, statistics, services, contacts and testimonials (W4, W7, W8, W9, Z1)', async () => {
  const { text, links, headings } = await open('/');
  const claims = ['1967', 'third-generation', 'fleet of 60 car haulers', '7-10 cars', 'nationwide'];
  const more = ['Chicagoland', 'GPS tracking', 'Insurance options', 'Nationwide coverage'];
  const limit = 'We do not transport personally owned vehicles.';
  for (const claim of [...claims, ...more, limit]) expect(text).toContain(claim);
  for (const { figure, label } of statistics) expect(text).toContain(`${label}${figure}`);
  expect(statistics.map(({ figure }) => figure)).toEqual(['100,000+', '100+', '40+']);
  const services = ['Multi-Car Carrier Transport', 'Auto Hiking Services', 'Fleet Transport'];
  const contacts = ['Address', 'Email', 'General inquiries', 'Customer service', 'Billing'];
  const parts = [...services, ...contacts, 'What comes with it', 'Vision', 'Mission'];
  expect(headings).toEqual(expect.arrayContaining([...parts, 'Get In Touch']));
  const phones = Object.values(company.phones).map(
    ({ number }) => `${number} → tel:+1${number.replaceAll('-', '')}`,
  );
  expect(links).toEqual(
    expect.arrayContaining([...contactLinks, ...phones, 'Contact Us → /inquiry']),
  );
  expect(links.filter((link) => /^Ask about .* → \/inquiry$/.test(link))).toHaveLength(3);
  expect(testimonials).toHaveLength(4);
  for (const { quote, client, role, company: from, city, state } of testimonials) {
    const said = text.slice(text.indexOf(`“${quote}”`));
    for (const part of [client, role, from, `${city}, ${state}`]) expect(said).toContain(part);
  }
});

test('the about page has the history and four team placeholders (W10)', async () => {
  const { text, headings } = await open('/about');
  expect(headings).toEqual(expect.arrayContaining(['Our history', 'Mission and values']));
  expect(text).toMatch(/Our history.*1967.*Our mission is/);
  expect(text).toMatch(/Our Team.*Coming soon!.*Dispatch.*Drivers.*Safety.*Shop/);
});

test('every page has the menu, and the footer with links, address, phone and email (W1, W5)', async () => {
  for (const path of ['/', '/inquiry', '/careers', '/about', '/application', '/login']) {
    const { links, text } = await open(path);
    const menu = ['Home → /', 'Inquiry → /inquiry', 'Careers → /careers', 'About Us → /about'];
    const portal = 'Employee Portal → /portal';
    expect(links.filter((link) => link === portal).length, path).toBeGreaterThanOrEqual(3);
    const footer = links.slice(links.lastIndexOf('Home → /'));
    expect(footer, path).toEqual(expect.arrayContaining([...menu, ...contactLinks]));
    expect(footer, path).toContain(` → ${company.linkedIn}`);
    expect(text).toContain(`© ${new Date().getFullYear()} ${company.name}`);
  }
});

test('paths ignore case, /home leads to the home page, and an unknown one shows the error screen (W3, W6)', async () => {
  for (const path of ['/About', '/INQUIRY', '/Careers', '/Application', '/Login']) await open(path);
  for (const path of ['/home', '/Home']) {
    const { statusCode, headers } = await t.app.inject(path);
    expect([statusCode, headers.location]).toEqual([301, '/']);
  }
  const lost = await t.app.inject('/no/such/page');
  expect(lost.statusCode).toBe(404);
  const { headings, text, links } = readPage(lost.body);
  expect(headings[0]).toBe('Unexpected Application Error!');
  expect(text).toContain('404 Not Found');
  expect(links).toContain('Go to the home page → /');
});

test("a job has its lists, its date and its links, and one that doesn't exist a message (C2, G5)", async () => {
  const id = await createId(t, 'createJob', {
    position: 'Yard lead',
    datePosted: '2026-02-03',
    jobResponsibilities: 'Load nine cars\nInspect each of them',
  });
  const list = await open('/careers');
  expect(list.text).toMatch(/1 Results.*2026-02-03/);
  expect(list.links).toContain(`Yard lead → /careers/${id}`);
  const departments = ['Logistics', 'Operations', 'Vehicle Maintenance', 'Fleet Management'];
  expect(list.control('department')?.choices).toEqual(departments);
  const { headings, text, links } = await open(`/careers/${id}`);
  expect(headings[0]).toBe('Yard lead');
  expect(text).toMatch(/2026-02-03.*Load nine cars ?Inspect each of them/);
  expect(links).toContain('Return to Search Results → /careers');
  expect(links).toContain(`Apply Now → /application/${id}`);
  const apply = await open(`/application/${id}`);
  expect(apply.headings[0]).toBe('Yard lead');
  expect(apply.links).toContain(`Return to Job Listing → /careers/${id}`);
  expect(apply.text).toContain('This form requires JavaScript');
  const gone = readPage((await t.app.inject('/careers/99999')).body);
  expect(gone.text).toContain('Failed to fetch job details.');
});

/** The names of a form's controls, without the honeypot. */
const namesOf = ({ controls }: { controls: readonly Control[] }) =>
  controls.filter(({ tabindex }) => tabindex !== '-1').map(({ name }) => name ?? '');

test('the inquiry has all eighteen fields and marks the seven required ones (I1, I2)', async () => {
  const form = await open('/inquiry');
  const asked = Object.keys(inquiryInput.shape).filter((name) => namesOf(form).includes(name));
  expect(asked).toHaveLength(19);
  expect(asked).toContain('vins');
  const names = namesOf(form).filter((name) => !/^stops\.|^form_key$/.test(name));
  expect(names.toSorted()).toEqual(asked.toSorted());
  const required = form.controls.filter((control) => 'required' in control);
  expect(required.map(({ name }) => name).toSorted()).toEqual(Object.keys(smallInquiry).toSorted());
  expect(form.control('vehicle_type')?.choices).toEqual(['Car', 'Truck', 'Van']);
  expect(form.control('vehicle_condition')?.choices).toEqual(['New', 'Used', 'Salvaged']);
  expect(form.control(honeypotField)).toMatchObject({ tabindex: '-1' });
});

test('the application has every field, marks the required ones and starts empty (C3, C4, C5, C9)', async () => {
  const form = await open('/application');
  const fields = Object.keys(applicationInput.shape).filter(
    (name) =>
      !['job_id', 'privacy_version', 'driver_history', 'workExperiences', 'references'].includes(
        name,
      ),
  );
  const names = namesOf(form);
  const rows = names.filter((name) => name.includes('.'));
  expect(names.filter((name) => !rows.includes(name)).toSorted()).toEqual(
    [...fields, 'resume'].toSorted(),
  );
  expect(rows.every((name) => /^(workExperiences|references)\.0\./.test(name))).toBe(true);
  const required = form.controls.filter((control) => 'required' in control);
  const person = ['first_name', 'middle_initial', 'last_name', 'phone', 'email'];
  const work = ['company', 'position'].map((name) => `workExperiences.0.${name}`);
  const reference = ['first_name', 'last_name', 'phone', 'email'].map((n) => `references.0.${n}`);
  const rest = ['street_address', 'city', 'state', 'gender', 'race', ...work, ...reference];
  expect(required.map(({ name }) => name).toSorted()).toEqual([...person, ...rest].toSorted());
  const flags = form.controls.filter(({ type }) => type === 'checkbox');
  expect(flags).toHaveLength(11);
  for (const flag of flags) expect(flag).not.toHaveProperty('checked');
  expect(form.control('car_hauling_experience_years')).toMatchObject({ value: '0' });
  expect(states).toHaveLength(50);
  for (const name of ['state', 'cdl_license_state', 'driver_license_state']) {
    expect(form.control(name)?.choices).toEqual(states.map(([, label]) => label));
  }
  expect(form.control('gender')?.choices).toEqual([...genders]);
  expect(form.control('race')?.choices).toEqual([...races]);
  expect([races.length, races.at(-1)]).toEqual([8, 'Decline to self-identify']);
});

test('asks whose vehicle it is before the form, and answers a private owner by phone', async () => {
  const question = 'Is this a personally owned vehicle?';
  const form = await open('/inquiry');
  expect(form.headings).toContain(question);
  expect(form.links).toEqual(
    expect.arrayContaining(['Yes → /inquiry?kind=personal', 'No → #quote']),
  );
  const answer = await open('/inquiry?kind=personal');
  expect(answer.text).toContain(
    `${question}We do not transport personally owned vehicles. Call ${company.phones.general.number}`,
  );
  expect(answer.links).toContain('No, it belongs to a business → /inquiry');
  expect((await t.app.inject('/inquiry?kind=personal')).body).not.toContain('<form');
});

test('says who insures and licenses the company, on the home page and beside the form', async () => {
  for (const path of ['/', '/inquiry']) {
    const { links, text } = await open(path);
    const numbers = `USDOT ${authority.usdot}, MC ${authority.mc}`;
    expect(links).toEqual(
      expect.arrayContaining([
        `${numbers} → ${saferUrl}`,
        'Request a certificate of insurance → /inquiry?kind=certificate',
      ]),
    );
    for (const { label, limit } of authority.insurance) expect(text).toContain(`${label}${limit}`);
  }
});

test('without scripts an inquiry has its VINs and stops, and a certificate only its holder', async () => {
  const company_name = `Posted ${randomUUID()}`;
  const form = { ...smallInquiry, company_name, vins: '1M8GDM9AXKP042788 and more' };
  // The second of the two rows, and one that only a program posts.
  const stops = {
    ...{ 'stops.0.kind': '', 'stops.0.location': '' },
    ...{ 'stops.1.kind': '', 'stops.1.location': 'Boone, IA' },
    'stops.999999999.location': 'Omaha, NE',
  };
  const refused = await post('/inquiry', { ...form, ...stops });
  const places = namesOf(refused).filter((name) => /^stops\..*location$/.test(name));
  expect([refused.status, ...places.map((name) => refused.control(name))]).toMatchObject([
    ...[400, { value: '' }, { value: 'Boone, IA' }, { value: 'Omaha, NE' }],
    ...[{ value: '' }, { value: '' }],
  ]);
  expect(new Set(places).size).toBe(places.length);
  const kinds = { 'stops.1.kind': 'pickup', 'stops.999999999.kind': 'delivery' };
  expect((await post('/inquiry', { ...form, ...stops, ...kinds })).status).toBe(200);
  const certificate = await open('/inquiry?kind=certificate');
  expect(namesOf(certificate)).toEqual(
    expect.arrayContaining(['company_name', 'contact_person', 'email_address', 'additional_info']),
  );
  expect(certificate.control('kind')).toMatchObject({ type: 'hidden', value: 'certificate' });
  expect(certificate.control('pickup_location')).toBeUndefined();
  const holder = { company_name, contact_person: 'Y', email_address: 'y@ames.example.com' };
  const asked = { ...holder, kind: 'certificate', additional_info: 'Ames Auction, Ames, IA' };
  const sent = await post('/inquiry?kind=certificate', asked);
  expect(sent.text).toMatch(/Form submitted successfully.*Certificate of insurance/);
  const inquiries = (
    await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers })
  ).json() as Inquiry[];
  const stored = inquiries.filter((inquiry) => inquiry.company_name === company_name);
  expect(stored.map(({ kind, vins, stops: all }) => [kind, vins.length, all.length])).toEqual([
    ['certificate', 0, 0],
    ['quote', 1, 4],
  ]);
});

test('an inquiry posted without scripts comes back with its errors', async () => {
  const refused = await post('/inquiry', { ...smallInquiry, pickup_date: '2026-02-30' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(field.date);
  expect(refused.control('contact_person')).toMatchObject({ value: 'Yolanda Pruitt' });
});

const applicant = { first_name: 'Ana', last_name: 'Ruiz', phone: '815-555-0100' };
test.each<[Parameters<typeof rowsOf>[1], Record<string, string>, string]>([
  ['inquiries', smallInquiry, '/inquiry'],
  ['application_drafts', { ...applicant, email: 'ana@example.com' }, '/application/quick'],
  ['inquiry_notes', { message: 'When does the truck come?', vins: '' }, '/inquiry/{code}'],
])(
  'a form posted twice without scripts is stored once, its words on another day again: %s (SEC30)',
  async (table, words, page) => {
    const { code } = await makeLinkedInquiry(t);
    const path = page.replace('{code}', code);
    const stored = async () => (await rowsOf(t, table)).length;
    const before = await stored();
    for (const added of [1, 2]) {
      const key = (await open(path)).control(formKeyField)?.value ?? '';
      const form = { ...words, [formKeyField]: key };
      const sent = await Promise.all([post(path, form), post(path, form)]);
      sent.push(await post(path, form));
      expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await stored()).toBe(before + added);
    }
  },
);

test('the status page names the job in the language of its address', async () => {
  const names = { position: 'Shop foreman', positionEs: 'Jefe de taller' };
  const job_id = await createId(t, 'createJob', names);
  const { code } = await applied(t, { job_id });
  const path = `/application/status/${code}`;
  expect((await open(path)).text).toContain('Received: Shop foreman');
  expect((await open(`/es${path}`)).text).toContain('Recibida: Jefe de taller');
  // Another test counts the jobs.
  await send(t, 'DELETE', `/api/careers/${job_id}`, t.admin);
});
