import type { Page } from '@playwright/test';
import { axe, expect, test } from '../harness/e2e.ts';
import { pdfWithPages } from '../harness/pdf-pages.ts';
import type { RunningServer } from '../harness/server.ts';
import { checkA11y, fits } from './check-a11y.ts';
import { newDriver } from './documents-api.ts';
import { send, signedIn, tokenOf } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

let made = 0;

/** A surname of letters only that no other test uses. */
function surname(): string {
  made += 1;
  const letters = [...`${process.pid}${made}`].map((digit) => 'abcdefghij'[Number(digit)]);
  return `Zell${letters.join('')}`;
}

async function namedDriver(
  server: RunningServer,
  first_name: string,
  payroll_number = '',
  last_name = surname(),
) {
  const driver = await newDriver(server);
  const names = { user_id: driver.userId, first_name, last_name, payroll_number };
  await send(server, 'POST', '/api/employees', await tokenOf(server), names);
  return { ...driver, name: `${first_name} ${last_name}`, last: last_name };
}

async function pdf(name: string, page: string) {
  return { name, mimeType: 'application/pdf', buffer: await pdfWithPages([page]) };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Settlement drop' });
const row = (page: Page, fileName: string) =>
  panel(page).getByRole('listitem').filter({ hasText: fileName });
const summary = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'ready' });

async function openPanel(page: Page): Promise<void> {
  await page.goto('/settlements');
  await page.getByRole('button', { name: 'Drop settlements' }).click();
  await expect(panel(page)).toBeVisible();
}

/** Drops these files into the open panel. */
async function dropFiles(page: Page, ...files: Awaited<ReturnType<typeof pdf>>[]): Promise<void> {
  await panel(page).getByLabel('Settlements').setInputFiles(files);
}

test('settlements are dropped, reviewed and published; the driver sees their own with one notification', async ({
  page,
  server,
  browser,
}) => {
  test.slow();
  const number = `P${process.pid}`;
  const emil = await namedDriver(server, 'Emil');
  const rosa = await namedDriver(server, 'Rosa', number);
  const john = await namedDriver(server, 'John');
  await namedDriver(server, 'Jane', '', john.last);
  const twins = john.last;
  const files = await Promise.all([
    pdf(`${emil.last}_Emil_week_1.pdf`, 'Week 1'),
    pdf(`${emil.last}_Emil_week_2.pdf`, 'Week 2'),
    pdf('scan0.pdf', `Payroll No: ${number}\n0`),
    pdf('scan1.pdf', `Payroll No: ${number}\n1`),
    pdf(`John ${twins}.pdf`, 'Week 1'),
    pdf(`${twins}.pdf`, 'Week 2'),
    pdf(`${twins} 2.pdf`, 'Week 3'),
    pdf(`Emil ${emil.last}.pdf`, `Driver: Rosa ${rosa.last}`),
    pdf('unknown 1.pdf', 'Week 4'),
  ]);

  await signedIn(page, server);
  await openPanel(page);
  await dropFiles(page, ...files);
  await expect(panel(page).getByRole('heading', { name: '9 files' })).toBeVisible();
  await expect(summary(page)).toHaveText('5 ready, 3 to check, 1 without a driver');
  await expect(panel(page).getByRole('listitem').first()).toContainText('Check');
  await expect(row(page, `John ${twins}.pdf`)).toContainText('Match');
  await expect(row(page, `John ${twins}.pdf`)).toContainText('Matched by name in the file name.');
  await expect(row(page, 'scan0.pdf')).toContainText('Matched by payroll number on a page.');
  const guess = row(page, `${twins} 2.pdf`);
  await expect(guess).toContainText('Nothing names the driver for certain.');
  await expect(guess.getByRole('checkbox')).not.toBeChecked();
  await expect(row(page, `Emil ${emil.last}.pdf`)).toContainText(
    "The name and numbers don't fit one person.",
  );
  await checkA11y(page);

  // Choose the driver with the keyboard.
  const field = guess.getByRole('combobox');
  await field.click();
  await expect(guess.getByRole('option').first()).toContainText(twins);
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
  await expect(guess.getByRole('listbox')).toBeHidden();
  await field.fill(john.username);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`${john.name} (${john.username})`);
  await expect(guess.getByRole('checkbox')).toBeChecked();
  await row(page, 'scan1.pdf').getByRole('checkbox').uncheck();
  await expect(summary(page)).toHaveText('5 ready, 2 to check, 1 without a driver, 1 left out');

  // A reload keeps the choices.
  await page.reload();
  await page.getByText('9 files wait to be published.').first().waitFor();
  await page.getByRole('button', { name: /^Continue the drop/ }).click();
  await expect(summary(page)).toHaveText('5 ready, 2 to check, 1 without a driver, 1 left out');

  await panel(page).getByRole('button', { name: 'Publish 5 settlements' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish 5 settlements?' });
  await expect(question).toContainText('3 drivers get them at once, with a notification.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel(page).getByRole('button', { name: 'Publish 5 settlements' }).click();
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(panel(page).getByText('5 settlements were published.')).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: '4 files' })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.url });
  const phone = await theirs.newPage();
  await signedIn(phone, server, emil);
  await phone.goto('/settlements');
  await expect(phone.getByText(`${emil.last}_Emil_week_2.pdf`).first()).toBeVisible();
  await expect(phone.getByText('scan0.pdf')).toBeHidden();
  await expect(phone.getByRole('button', { name: 'Drop settlements' })).toHaveCount(0);
  await phone.getByRole('button', { name: /notification/i }).click();
  await expect(
    phone.getByText('2 new settlements. Find them under Settlements.').first(),
  ).toBeVisible();
  await theirs.close();

  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page);
    if (width === 390) await axe(page);
  }
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(panel(page).getByText('Drop discarded. Nothing was published.')).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: /^\d+ files?$/ })).toBeHidden();
});

test('lost uploads are retried; a file that is not a PDF is rejected', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const rosa = await namedDriver(server, 'Rosa');
  await signedIn(page, server);
  await openPanel(page);
  // The file is stored, the reply is lost.
  let lost = 0;
  await page.route('**/drops/*/files', async (route) => {
    lost += 1;
    if (lost > 2) return route.continue();
    if (lost === 1) await route.fetch();
    await route.abort();
  });
  await panel(page)
    .getByLabel('Settlements')
    .setInputFiles([
      await pdf(`Rosa ${rosa.last}.pdf`, 'Week 1'),
      await pdf(`Rosa ${rosa.last} 2.pdf`, 'Week 2'),
      await pdf(`Rosa ${rosa.last} 3.pdf`, 'Week 3'),
      { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
    ]);
  await expect(panel(page).getByText("2 files aren't confirmed.")).toBeVisible();
  await expect(panel(page).getByText("1 file isn't accepted.")).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Retry page.pdf' })).toHaveCount(0);
  await axe(page);
  await panel(page).getByRole('button', { name: 'Leave out page.pdf' }).click();
  await panel(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(panel(page).getByRole('heading', { name: '3 files' })).toBeVisible();
  await expect(summary(page)).toHaveText('3 ready');
  await expect(panel(page).getByText("aren't confirmed")).toBeHidden();
  await row(page, `Rosa ${rosa.last} 2.pdf`)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByRole('heading', { name: '2 files' })).toBeFocused();
});

test('a slow reply from before an upload does not remove the file from the screen', async ({
  page,
  server,
}) => {
  const rosa = await namedDriver(server, 'Rosa');
  await signedIn(page, server);
  await openPanel(page);
  const stored = page.waitForResponse((response) => response.url().endsWith('/files'));
  let held = false;
  await page.route(/\/api\/settlements\/drops\/\d+$/, async (route) => {
    if (held || route.request().method() !== 'GET') return route.continue();
    held = true;
    const before = await route.fetch();
    await stored;
    await page.waitForTimeout(500);
    await route.fulfill({ response: before }).catch(() => undefined);
  });
  // The first file waits until the drop's first reply was requested.
  await page.route(/\/api\/settlements\/drops\/\d+\/files$/, async (route) => {
    await expect.poll(() => held).toBe(true);
    await route.continue();
  });
  await dropFiles(page, await pdf(`Rosa ${rosa.last}.pdf`, 'Week 9'));
  await stored;
  await page.waitForTimeout(1_000);
  await expect(summary(page)).toHaveText('1 ready');
});

test('reports that another admin discarded the drop', async ({ page, server, allowConsole }) => {
  allowConsole(/status of (404|409)/);
  const rosa = await namedDriver(server, 'Rosa');
  await signedIn(page, server);
  await openPanel(page);
  await dropFiles(page, await pdf(`Rosa ${rosa.last}.pdf`, 'Week 9'));
  await expect(summary(page)).toHaveText('1 ready');
  await panel(page).getByRole('button', { name: 'Publish 1 settlement' }).click();
  const token = await tokenOf(server);
  const [drop] = await send<{ drop_id: number }[]>(server, 'GET', '/api/settlements/drops', token);
  await send(server, 'DELETE', `/api/settlements/drops/${drop?.drop_id}`, token);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(
    panel(page).getByText('Someone else published or discarded this drop.').first(),
  ).toBeVisible();
  await panel(page).getByRole('button', { name: 'Start over' }).click();
  await expect(row(page, rosa.last)).toBeHidden();
});

test('a drop with no driver chosen has no publish button; files are renamed for their drivers', async ({
  page,
  server,
}) => {
  const rosa = await namedDriver(server, 'Rosa');
  await signedIn(page, server);
  await page.goto('/settlements');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    'Settlement drop',
    'Upload Settlement',
    'Available Settlement Files',
  ]);
  await openPanel(page);
  await dropFiles(page, await pdf('scan 1.pdf', 'Week 9'), await pdf('scan 2.pdf', 'Week 10'));
  await expect(summary(page)).toHaveText('0 ready, 2 without a driver');
  const publish = panel(page).getByRole('button', { name: /^Publish/ });
  await expect(publish).toHaveCount(0);
  await expect(panel(page).getByText('Choose a driver for at least one file.')).toBeVisible();
  for (const name of ['scan 1.pdf', 'scan 2.pdf']) {
    await row(page, name).getByRole('combobox').fill(rosa.username);
    await page.keyboard.press('Enter');
  }
  const forAll = panel(page).getByLabel('Name for all files');
  await expect(forAll).toHaveValue(/^Settlement, week ending \d\d\/\d\d\/\d{4}$/);
  await forAll.fill('Settlement, week ending 11/14/2026');
  await panel(page).getByRole('button', { name: 'Rename all' }).click();
  const second = panel(page).getByLabel('Name of scan 2.pdf for the driver');
  await expect(second).toHaveValue('Settlement, week ending 11/14/2026');
  await second.fill('Correction of week 45');
  await axe(page);
  await publish.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(panel(page).getByText('2 settlements were published.')).toBeVisible();
  const files = await send<{ file_name: string }[]>(
    server,
    'GET',
    '/api/settlements/files',
    await tokenOf(server, rosa),
  );
  expect(files.map(({ file_name }) => file_name).toSorted()).toEqual([
    'Correction of week 45',
    'Settlement, week ending 11/14/2026',
  ]);
});
