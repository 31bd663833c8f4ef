import type { Page } from '@playwright/test';
import { dayAfter, today } from '#contract/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { formOf, pdfFile } from './documents-api.ts';
import { send, signedIn, tokenOf } from './office-api.ts';
import { newStaff } from './users-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const phone = { width: 390, height: 844 };
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test('a driver sends a document, the office refuses it, then checks the next one', async ({
  page,
  server,
  browser,
}) => {
  const rosa = await newStaff(server);
  const context = await browser.newContext({ baseURL: server.url, viewport: phone });
  const driver = await context.newPage();
  await signedIn(driver, server, rosa);
  await driver.goto('/portal');
  await driver.getByRole('main').getByRole('link', { name: 'Driver File' }).click();
  await expect(driver.getByRole('heading', { level: 1 })).toHaveText('Driver File');
  const own = card(driver, 'Medical certificate');
  await expect(own).toContainText('Missing');
  const sendDocument = async (expires: string) => {
    await own.getByRole('button', { name: 'Upload new' }).click();
    await own.locator('input[name=file]').setInputFiles(pdfFile('medical card'));
    await own.getByLabel('Expires').fill(expires);
    await own.getByRole('button', { name: 'Send to the office' }).click();
    await expect(shown(driver, 'Document sent. The office checks it.')).toBeVisible();
    await expect(own).toContainText('To check');
  };
  await sendDocument(dayAfter(today(), 700));
  await checkA11y(driver);

  await signedIn(page, server);
  await page.goto('/driver-file');
  await page.getByLabel('Search by name').fill(rosa.name);
  const row = page.getByRole('row', { name: rosa.name });
  await checkA11y(page);
  await row.getByRole('button', { name: `Medical certificate of ${rosa.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Medical certificate' });
  await expect(dialog.getByLabel('Expires')).toHaveValue(dayAfter(today(), 700));
  await dialog.getByRole('button', { name: 'Refuse document…' }).click();
  await dialog.getByLabel('Reason').fill('The date is cut off.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Refuse document', exact: true }).click();
  await expect(shown(page, 'Document refused.')).toBeVisible();

  await expect(own).toContainText('The date is cut off.');
  await sendDocument(dayAfter(today(), 20));
  await expect(own).not.toContainText('The date is cut off.');

  await page.goto('/notifications');
  await page
    .getByRole('link', { name: `${rosa.name} sent a document to check: Medical certificate.` })
    .first()
    .click();
  await dialog.getByLabel('Expires').fill(dayAfter(today(), -1));
  await dialog.getByRole('button', { name: 'Confirm document' }).click();
  await expect(shown(page, 'Document checked.')).toBeVisible();
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Expired');
  await expect(own).toContainText('Expired');
  await context.close();

  for (const path of ['/users', '/hours']) {
    await page.goto(path);
    await expect(
      page
        .getByRole('row', { name: rosa.name.split(' ').at(-1) ?? '' })
        .getByTitle('Expired: Medical certificate'),
    ).toBeVisible();
  }
});

test('the office filters the board and corrects dates; a stale form says so', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const staff = await newStaff(server);
  const token = await tokenOf(server);
  const path = `/api/driver-file/${staff.employeeId}`;
  const expires_on = dayAfter(today(), 30);
  await send(server, 'POST', `${path}/cdl`, token, formOf({ expires_on, cdl_number: 'V-77' }));
  await signedIn(page, server);
  await page.goto('/driver-file?status=due&kind=cdl');
  const row = page.getByRole('row', { name: staff.name });
  await expect(row.getByRole('cell').getByRole('button')).toHaveCount(1);
  await row.getByRole('cell').getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'CDL' });
  await dialog.getByRole('button', { name: 'Change dates' }).click();
  await expect(dialog.getByLabel('Number')).toHaveValue('V-77');
  await dialog.getByLabel('Class').selectOption('A');
  await send(server, 'PUT', `${path}/cdl`, token, { cdl_number: 'V-78' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Someone else changed this.');
  await dialog.getByRole('button', { name: 'Save my version' }).click();
  await expect(shown(page, 'Driver file saved.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Document deleted.')).toBeVisible();
  await expect(dialog.getByText('Missing')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await page.goto('/driver-file');
  await card(page, staff.name).getByText('9 missing').click();
  await expect(card(page, staff.name).getByRole('button', { name: /^Application/ })).toBeVisible();
  await checkA11y(page);

  const employee = `/api/employees/${staff.employeeId}`;
  await send(server, 'PUT', employee, token, { position: 'Dispatcher' });
  await page.reload();
  await expect(card(page, staff.name)).toHaveCount(0);
  await page.getByLabel('Search by name').fill(staff.name);
  await expect(card(page, staff.name)).toContainText('9 not needed');
});
