import { expect, test } from '../harness/e2e.ts';
import { clearJobs, postJob, sampleJob } from './office-api.ts';

test.beforeEach(async ({ server }) => clearJobs(server));

test('searches position, location and department with the filter, and keeps both in the URL (C1)', async ({
  page,
  server,
}) => {
  const jobs = [
    ['Night dispatcher', 'Omaha, NE', 'Logistics'],
    ['Diesel mechanic', 'Joliet, IL', 'Vehicle Maintenance'],
    ['Yard lead', 'Joliet, IL', 'Operations'],
    ['Summer helper', 'Davenport, IA', 'All'],
  ] as const;
  for (const [position, location, department] of jobs) {
    await postJob(server, { position, location, department });
  }
  await page.goto('/careers');
  const search = page.getByLabel('Search jobs');
  const department = page.getByLabel('Department');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(page.getByText('4 Results', { exact: true })).toBeVisible();
  await expect(department.getByRole('option')).toHaveText([
    'All',
    'Logistics',
    'Operations',
    'Vehicle Maintenance',
    'Fleet Management',
  ]);

  await search.fill('DISPATCH');
  await expect(rows).toHaveText(['Night dispatcher']);
  await search.fill('jolIET');
  await expect(rows).toHaveCount(2);
  await search.fill('maintenance');
  await expect(rows).toHaveText(['Diesel mechanic']);
  await search.fill('joliet');
  await department.selectOption('Operations');
  await expect(rows).toHaveText(['Yard lead']);
  await expect(page.getByText('1 Results', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/careers?q=joliet&department=Operations');
  await page.reload();
  await expect(search).toHaveValue('joliet');
  await expect(rows).toHaveText(['Yard lead']);

  await search.fill('');
  // A job for all departments matches each of them.
  await expect(rows).toHaveText(['Summer helper', 'Yard lead']);
  await search.fill('pilot');
  await expect(page.getByText('0 Results', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show all 4 jobs' }).click();
  await expect(page.getByText('4 Results', { exact: true })).toBeVisible();
});

test('on a phone the results of a search are in sight', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await postJob(server, { position: 'Yard lead' });
  await postJob(server, { position: 'Night dispatcher', department: 'Logistics' });
  await page.goto('/careers');
  const count = page.getByRole('status').filter({ hasText: /Results$/ });
  const isShown = async (text: string) => {
    await expect(count).toHaveText(text);
    await expect(count).toBeInViewport({ ratio: 1 });
    // Nothing covers it.
    await count.click({ trial: true });
  };
  await page.getByLabel('Department').selectOption('Logistics');
  await isShown('1 Results');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByLabel('Search jobs').fill(' cdl a');
  await page.keyboard.press('Enter');
  await isShown('0 Results');
  await expect(page.getByText("Nothing for 'cdl a'?", { exact: true })).toBeInViewport({
    ratio: 1,
  });
  await page.getByRole('link', { name: 'Show all 2 jobs' }).click();
  await isShown('2 Results');
});

test('a job shows its parts as lists, its date as yyyy-mm-dd, and its links (C2, G5)', async ({
  page,
  server,
}) => {
  const id = await postJob(server, { position: 'Yard lead' });
  await page.goto('/careers?q=yard');
  await expect(page.getByRole('time')).toHaveText('2026-02-03');
  await page.getByRole('link', { name: 'Yard lead' }).click();
  await expect(page).toHaveURL(`/careers/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Yard lead');
  await expect(main.getByRole('time')).toHaveText('2026-02-03');
  for (const text of [sampleJob.roleInformation, sampleJob.companyInformation]) {
    await expect(main.getByText(text)).toBeVisible();
  }
  await expect(main.getByRole('listitem')).toHaveText([
    'Load nine cars',
    'Inspect each of them',
    'CDL class A',
    'A clean record',
    'Medical insurance',
    'Paid time off',
    'Safety before the schedule',
  ]);
  for (const apply of await main.getByRole('link', { name: 'Apply Now' }).all()) {
    await expect(apply).toHaveAttribute('href', `/application/${id}`);
  }
  await main.getByRole('link', { name: 'Return to Search Results' }).click();
  await expect(page).toHaveURL('/careers?q=yard');
  await expect(page.getByText('1 Results', { exact: true })).toBeVisible();
});

test("shows 'Loading...' while a job loads (C2, G6)", async ({ page, server }) => {
  const id = await postJob(server, { position: 'Yard lead' });
  await page.goto('/careers');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/careers/*.data*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Yard lead' }).click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  release();
  await expect(page).toHaveURL(`/careers/${id}`);
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
});

test("a job that is deleted or can't be loaded shows one message (C2)", async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/, /status of 500/, /turbo-stream/, /Error/);
  const gone = await page.goto('/careers/99999');
  expect(gone?.status()).toBe(404);
  await expect(page.getByText('Failed to fetch job details.', { exact: true })).toBeVisible();
  await expect(page.getByText('This job is no longer listed.')).toBeVisible();

  await postJob(server, { position: 'Yard lead' });
  await page.getByRole('link', { name: 'See open jobs' }).click();
  await page.route('**/careers/*.data*', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('link', { name: 'Yard lead' }).click();
  await expect(page.getByText('Failed to fetch job details.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText("We couldn't load this job.")).toBeVisible();
});

test('shows a failed list with a retry button', async ({ page, allowConsole }) => {
  allowConsole(/status of 500/, /turbo-stream/, /Error/);
  await page.goto('/about');
  await page.route('**/careers.data*', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByText('Failed to fetch jobs.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Careers');
});

test('the list, the search and a job work without scripts', async ({ browser, server }) => {
  await postJob(server, { position: 'Yard lead' });
  await postJob(server, { position: 'Night dispatcher', department: 'Logistics' });
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/careers');
  await expect(page.getByText('2 Results', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 600 });
  const search = async (text: string) => {
    await page.getByLabel('Search jobs').fill(text);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  await search('cdl a');
  await expect(page.getByText('0 Results', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Show all 2 jobs' }).click();
  await expect(page.getByText('2 Results', { exact: true })).toBeVisible();
  await search('yard');
  await expect(page.getByText('1 Results', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Yard lead' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yard lead');
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(page.getByText(/This form requires JavaScript/)).toBeInViewport();
  await context.close();
});
