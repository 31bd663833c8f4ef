/** Applying on a phone: a long form, a resume and a weak connection. */
import type { Page, Route } from '@playwright/test';
import type { Application } from '#contract/applications.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import { photoOf } from '#tests/harness/file-samples.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { hydrated } from './check-a11y.ts';
import { send, tokenOf, unique } from './office-api.ts';
import { postJob } from './records-api.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** The first text field of that name: the applicant's, which precede those of references. */
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).first();
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const resume = (page: Page) => page.getByRole('button', { name: 'Resume', exact: true });
const press = (page: Page) => page.getByRole('button', { name: 'Submit application' }).click();
/** The form's own message, not that of a single field. */
const alertOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: /required fields|marked fields|submitting/ });

/** Fills in the ten required fields. */
async function fillRequired(page: Page, lastName: string): Promise<void> {
  await field(page, 'First name').fill('Marisol');
  await field(page, 'Middle initial').fill('N/A');
  await field(page, 'Last name').fill(lastName);
  await field(page, 'Phone').fill('630-555-0143');
  await field(page, 'Email').fill('marisol@example.com');
  await field(page, 'Street address').fill('9 Larkin Avenue');
  await field(page, 'City').fill('Joliet');
  await choice(page, 'State').selectOption('Illinois');
  await choice(page, 'Gender').selectOption('Decline');
  await choice(page, 'Race or ethnicity').selectOption('Decline to self-identify');
}

/** The stored applications of a surname. */
async function storedOf(server: { url: string }, last_name: string): Promise<Application[]> {
  const list = await send<Application[]>(server, 'GET', '/api/applications', await tokenOf(server));
  return list.filter((application) => application.last_name === last_name);
}

const pdf = {
  name: 'my resume.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf('Resume', 300_000),
};

test('an application (C1, C2, C3, C7, C8)', async ({ page, context, server, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (409|410)/);
  const last_name = unique('Quintero');
  const position = unique('Car hauler driver');
  const id = await postJob(server, { position, department: 'Operations' });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/careers');
  await hydrated(page);
  const count = page.getByRole('status').filter({ hasText: /Results$/ });
  const search = page.getByLabel('Search jobs');
  await search.fill(`${position} ship`);
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('0 Results');
  await search.fill(position.toUpperCase());
  await expect(count).toHaveText('1 Results');
  await page.getByLabel('Department').selectOption('Operations');
  await expect(count).toBeInViewport({ ratio: 1 });
  // Nothing covers it.
  await count.click({ trial: true });
  await expect(page).toHaveURL(/\/careers\?q=CAR.*&department=Operations$/);
  const job = page.getByRole('link', { name: position });
  await job.tap();
  await page.getByRole('link', { name: 'Return to Search Results' }).tap();
  await expect(count).toHaveText('1 Results');
  await job.tap();
  await page.getByRole('link', { name: 'Apply Now' }).first().tap();
  await expect(page).toHaveURL(`/application/${id}`);

  await fillRequired(page, last_name);
  await page.getByRole('button', { name: 'Add work experience' }).tap();
  const second = page.getByRole('group', { name: 'Work experience 2' }).getByLabel('Company');
  await second.fill('Second');
  await page.reload();
  await expect(page.getByText(/^Your answers are back in the form\./)).toContainText(
    'Enter them again: Gender, Race or ethnicity.',
  );
  await expect(field(page, 'City')).toHaveValue('Joliet');
  await page.getByRole('button', { name: 'Start over' }).tap();
  await expect(field(page, 'City')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(field(page, 'City')).toHaveValue('Joliet');
  await expect(second).toHaveValue('Second');
  await page.getByRole('button', { name: 'Remove work experience 2' }).tap();
  await choice(page, 'Gender').selectOption('Decline');
  await choice(page, 'Race or ethnicity').selectOption('Decline to self-identify');
  await page.getByLabel("I have a CDL (commercial driver's license)").check();
  await choice(page, 'CDL state').selectOption('Iowa');
  await page.getByLabel('CDL expiration').fill('2029-05-31');
  await resume(page).setInputFiles(pdf);
  await test.step('a stopped upload', async () => {
    const line = await context.newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      });
    await speed(30_000);
    await press(page);
    const progress = page.getByRole('progressbar', { name: 'Sending your application' });
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.getByText(/^Sending was stopped\./)).toBeVisible();
    expect(await storedOf(server, last_name)).toEqual([]);
    await speed(-1);
  });
  const again = page.getByRole('button', { name: 'Send again' });
  await test.step('no connection, and a job that closes', async () => {
    await context.setOffline(true);
    await press(page);
    const failed = 'There was an error submitting your application.';
    await expect(alertOf(page)).toContainText(`${failed} You're offline.`);
    await expect(alertOf(page)).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await send(server, 'PUT', `/api/careers/${id}`, await tokenOf(server), { closed: 1 });
    await again.tap();
    await expect(alertOf(page)).toContainText('This job just closed.');
    await expect(field(page, 'Last name')).toHaveValue(last_name);
  });

  // The request arrives, but its response is lost.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/application', lose, { times: 1 });
  await page.getByRole('button', { name: 'Send without the job' }).tap();
  await expect(alertOf(page)).toContainText("Couldn't reach the server.");
  const lost = { cdl_license_state: 'IA', cdl_expiration_date: '2029-05-31' };
  expect(await storedOf(server, last_name)).toMatchObject([{ position: null, ...lost }]);

  // The answer arrives, but nothing can be downloaded after it.
  await page.route('**/api/application', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await again.tap();
  const success = page.getByText('Application submitted successfully!', { exact: true });
  await expect(success).toBeFocused();
  const stored = await storedOf(server, last_name);
  expect(stored).toHaveLength(1);
  await expect(page.getByText(`A-${stored[0]?.id}`, { exact: true })).toBeVisible();
  await context.setOffline(false);
  await page.goto('/careers');
  await expect(success).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect(success).toBeHidden();
});

test.describe('at a desk', () => {
  // A phone has no keyboard for dates.
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

  test('errors beside fields, and a scan (C3, C5, C6, C7, C8)', async ({ page, server }) => {
    const position = unique('Winch operator');
    const id = await postJob(server, { position });
    const last_name = unique('Quintero');
    await page.goto(`/application/${id}`);
    await hydrated(page);
    const first = field(page, 'First name');
    await press(page);
    await expect(alertOf(page)).toContainText('Please fill in all required fields.');
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('This field is required.');
    await fillRequired(page, last_name);
    const exe = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') };
    await resume(page).setInputFiles(exe);
    await press(page);
    await expect(alertOf(page)).toContainText('Please correct the marked fields.');
    await expect(resume(page)).toBeFocused();
    await expect(resume(page)).toHaveAccessibleDescription(/The resume must be a PDF file\./);
    await page.getByRole('button', { name: 'Remove the file' }).click();

    const scanner = page.getByRole('dialog', { name: 'Scan pages' });
    await page.getByRole('button', { name: 'Scan pages' }).click();
    await scanner.getByRole('button', { name: 'Choose photos' }).click();
    const photo = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await photoOf() };
    await scanner.locator('input[multiple]').setInputFiles(photo);
    await expect(scanner.getByRole('img')).toHaveCount(1);
    await scanner.getByRole('button', { name: 'Use this page' }).click();
    await expect(scanner).toHaveCount(0);
    await expect(resume(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Remove the file' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Sections of this form' })).toContainText(
      'Ready to send',
    );

    const work = (number: number) =>
      page.getByRole('group', { name: `Work experience ${number}`, exact: true });
    await work(1).getByLabel('Company').fill('First');
    await page.getByRole('button', { name: 'Add work experience' }).click();
    await expect(work(2).getByLabel('Company')).toBeFocused();
    await work(2).getByLabel('Company').fill('Second');
    await page.getByRole('button', { name: 'Remove work experience 1' }).click();
    await expect(work(1).getByLabel('Company')).toHaveValue('Second');
    await expect(work(2)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(work(1).getByLabel('Company')).toHaveValue('First');

    // A text that becomes a date picker.
    const from = work(1).getByLabel('From');
    await expect(from).toHaveAttribute('type', 'text');
    await from.click();
    await expect(from).toHaveAttribute('type', 'date');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(from).toHaveAttribute('type', 'text');
    await from.click();
    await page.keyboard.type('04012019');
    await expect(from).toHaveValue('2019-04-01');

    await page.getByRole('button', { name: 'Remove work experience 2' }).click();
    await work(1).getByLabel('Position').fill('Driver');
    await work(1).getByLabel('I still work here').check();
    await press(page);
    await expect(page).toHaveURL('/careers');
    await expect(
      page.getByText('Application submitted successfully!', { exact: true }),
    ).toBeVisible();
    const [stored, ...others] = await storedOf(server, last_name);
    const experience = { company: 'First', from_date: '2019-04-01', is_current: 1 };
    expect(stored).toMatchObject({ position, work_experiences: [experience] });
    expect(stored?.resume_path).toBeTruthy();
    expect(others).toEqual([]);
    await page.locator(`a[href="/careers/${id}"]`).click();
    await page.getByRole('link', { name: 'Apply Now' }).first().click();
    await expect(first).toHaveValue('');
    await expect(page.getByText(/^Your answers are back/)).toBeHidden();
  });
});
