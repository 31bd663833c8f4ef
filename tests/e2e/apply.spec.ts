import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import { alertOf, choice, field, fillRequired, press, resume } from './apply-steps.ts';
import { clearJobs, postJob, send, tokenOf, unique } from './office-api.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

interface Stored {
  last_name: string;
  position: string | null;
  resume_path: string | null;
  [field: string]: unknown;
}

/** The stored applications of a surname. */
async function storedOf(server: { url: string }, last_name: string): Promise<Stored[]> {
  const list = await send<Stored[]>(server, 'GET', '/api/applications', await tokenOf(server));
  return list.filter((application) => application.last_name === last_name);
}

test('an applicant finds a job on a phone and applies with a resume (C1, C2, C3, C7, C8)', async ({
  page,
  server,
}) => {
  const last_name = unique('Quintero');
  await clearJobs(server);
  await postJob(server, { position: 'Night dispatcher', department: 'Logistics' });
  const id = await postJob(server, { position: 'Car hauler driver', department: 'Operations' });
  await page.goto('/careers');
  await page.getByLabel('Search jobs').fill('HAULER');
  await expect(page).toHaveURL('/careers?q=HAULER');
  await page.getByLabel('Department').selectOption('Operations');
  await expect(page.getByText('1 Results', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/careers?q=HAULER&department=Operations');
  await page.getByRole('link', { name: 'Car hauler driver' }).tap();
  await expect(page.getByRole('link', { name: 'Return to Search Results' })).toBeVisible();
  await page.getByRole('link', { name: 'Apply Now' }).first().tap();
  await expect(page).toHaveURL(`/application/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Car hauler driver');
  await expect(page.getByRole('link', { name: 'Return to Job Listing' })).toHaveAttribute(
    'href',
    `/careers/${id}`,
  );

  await fillRequired(page, last_name);
  await page.getByLabel("I have a CDL (commercial driver's license)").check();
  await choice(page, 'CDL state').selectOption('Iowa');
  await page.getByLabel('CDL expiration').fill('2029-05-31');
  await page.getByLabel('Years of car hauling').fill('6');
  const work = page.getByRole('group', { name: 'Work experience 1' });
  await work.getByLabel('Company').fill('Prairie Lines');
  await work.getByLabel('Position').fill('Driver');
  await work.getByLabel('From').fill('2019-04-01');
  await work.getByLabel('I still work here').check();
  const reference = page.getByRole('group', { name: 'Reference 1' });
  await reference.getByLabel('First name').fill('Bill');
  await reference.getByLabel('Last name').fill('Otto');
  await reference.getByLabel('Phone').fill('630-555-0177');
  await reference.getByLabel('Email').fill('bill@example.com');
  await resume(page).setInputFiles({
    name: 'my resume.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('Resume'),
  });
  await page.getByLabel(/^I certify/).check();
  await expect(page.getByText('10 of 10 required answers')).toBeVisible();
  await press(page);

  await expect(page).toHaveURL('/careers');
  await expect(
    page.getByText('Application submitted successfully!', { exact: true }),
  ).toBeVisible();
  const stored = await storedOf(server, last_name);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({
    position: 'Car hauler driver',
    middle_initial: 'N/A',
    state: 'IL',
    has_cdl_license: 1,
    cdl_license_state: 'IA',
    cdl_expiration_date: '2029-05-31',
    car_hauling_experience_years: 6,
    requires_sponsorship: 0,
    certification: 1,
    work_experiences: [{ company: 'Prairie Lines', from_date: '2019-04-01', is_current: 1 }],
    work_references: [{ first_name: 'Bill', email: 'bill@example.com' }],
  });
  expect(stored[0]?.resume_path).toBeTruthy();

  // The form is empty again.
  await page.goto(`/application/${id}`);
  await expect(field(page, 'First name')).toHaveValue('');
  await expect(page.getByText(/^We saved your draft/)).toBeHidden();
});

test('a reload offers the draft again, rows included', async ({ page }) => {
  await page.goto('/application');
  await fillRequired(page, 'Kept');
  await page.getByRole('button', { name: 'Add work experience' }).tap();
  await page.getByRole('group', { name: 'Work experience 2' }).getByLabel('Company').fill('Second');
  await page.getByLabel('I have a DOT medical card').check();
  await page.getByLabel('CDL expiration').fill('2029-05-31');
  await field(page, 'CDL number').fill('D400-1234');
  await page.reload();
  await expect(page.getByText(/^We saved your draft on/)).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('');
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByText(/^Your answers are back in the form\./)).toContainText(
    'Enter them again: CDL number, Gender, Race or ethnicity.',
  );
  await expect(field(page, 'City')).toHaveValue('Joliet');
  await expect(field(page, 'CDL number')).toHaveValue('');
  await expect(choice(page, 'Race or ethnicity')).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).toContain('Joliet');
  expect(stored).not.toMatch(/D400-1234|Decline/);
  await expect(page.getByLabel('I have a DOT medical card')).toBeChecked();
  await expect(page.getByLabel('CDL expiration')).toHaveValue('2029-05-31');
  await expect(
    page.getByRole('group', { name: 'Work experience 2' }).getByLabel('Company'),
  ).toHaveValue('Second');
  await page.getByRole('button', { name: 'Start over' }).tap();
  await expect(field(page, 'City')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(field(page, 'City')).toHaveValue('Joliet');
});

test('reports a lost connection, and a retry sends exactly one application', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const last_name = unique('Offline');
  await page.goto('/application');
  await fillRequired(page, last_name);
  // The form's script has loaded.
  await expect(page.getByText('10 of 10 required answers')).toBeVisible();
  await field(page, 'ZIP code').fill('60435');
  await context.setOffline(true);
  await press(page);
  await expect(alertOf(page)).toContainText(
    "There was an error submitting your application. You're offline.",
  );
  await expect(field(page, 'City')).toHaveValue('Joliet');
  await context.setOffline(false);

  // The request arrives, but its response is lost.
  await page.route('**/api/application', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send again' }).tap();
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible();
  await expect(alertOf(page)).toContainText("Couldn't reach the server.");
  expect(await storedOf(server, last_name)).toHaveLength(1);
  await page.unroute('**/api/application');
  await page.getByRole('button', { name: 'Send again' }).tap();
  await expect(page).toHaveURL('/careers');
  expect(await storedOf(server, last_name)).toHaveLength(1);
});

test('an upload shows its progress and can be cancelled', async ({ page, server }) => {
  const last_name = unique('Stopped');
  await page.goto('/application');
  await fillRequired(page, last_name);
  await resume(page).setInputFiles({
    name: 'resume.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('Resume', 2_000_000),
  });
  const line = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: 100_000 });
  await press(page);
  const progress = page.getByRole('progressbar', { name: 'Sending your application' });
  await expect(progress).toBeVisible();
  await expect
    .poll(async () => Number(await progress.getAttribute('value')), { intervals: [100] })
    .toBeGreaterThan(3);
  expect(Number(await progress.getAttribute('value'))).toBeLessThan(90);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByText(/^Sending was stopped\./)).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Joliet');
  expect(await storedOf(server, last_name)).toHaveLength(0);
  await line.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 });
  await press(page);
  await expect(page).toHaveURL('/careers');
  expect(await storedOf(server, last_name)).toHaveLength(1);
});

test("shows the server's errors beside their fields, each once, and keeps the form (C8)", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  await page.goto('/application');
  await fillRequired(page, 'Refused');
  const resumeError = 'The resume must be a PDF file.';
  const replies = [
    { status: 400, json: { error: 'No.', fields: { city: 'Where is that?' } } },
    { status: 415, json: { error: resumeError, fields: { resume: resumeError } } },
  ];
  await page.route('**/api/application', (route) => route.fulfill(replies.shift()));
  await press(page);
  await expect(alertOf(page)).toContainText('There was an error submitting your application. No.');
  await expect(field(page, 'City')).toBeFocused();
  await expect(field(page, 'City')).toHaveAccessibleDescription('Where is that?');
  await expect(field(page, 'City')).toHaveValue('Joliet');
  await field(page, 'City').fill('Lockport');
  await press(page);
  await expect(resume(page)).toHaveAccessibleDescription(new RegExp(resumeError));
  await expect(page.getByText(resumeError)).toHaveCount(1);
  await expect(alertOf(page)).toContainText('There was an error submitting your application.');
});

test('shows the confirmation without a download when the connection drops after the answer', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const last_name = unique('Signal');
  await page.goto('/application');
  await fillRequired(page, last_name);
  await expect(page.getByText('10 of 10 required answers')).toBeVisible();
  await page.route('**/api/application', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await press(page);
  const success = page.getByText('Application submitted successfully!', { exact: true });
  await expect(success).toBeVisible();
  await expect(success).toBeFocused();
  const [stored] = await storedOf(server, last_name);
  await expect(page.getByText(`A-${stored?.id}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '815-555-0100' })).toHaveCount(2);

  await context.setOffline(false);
  await page.goto('/application');
  await expect(success).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('');
  await expect(page.getByText(/^We saved your draft/)).toBeHidden();
  await page.goto('/careers');
  await expect(success).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(success).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Careers');
  await expect(success).toBeHidden();
});
