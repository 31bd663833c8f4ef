import type { Page } from '@playwright/test';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { newStaff, send, signedIn, tokenOf, visit } from './office-api.ts';
import { formOf, pdfFile } from './records-api.ts';

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
  await own.getByRole('button', { name: 'Upload new' }).click();
  await own.locator('input[name=file]').setInputFiles(pdfFile('medical card'));
  await own.getByLabel('Expires').fill(dayAfter(today(), 700));
  await own.getByRole('button', { name: 'Send to the office' }).click();
  await expect(shown(driver, 'Document sent. The office checks it.')).toBeVisible();
  await expect(own).toContainText('To check');

  await signedIn(page, server);
  await page.goto('/driver-file');
  await page.getByLabel('Search by name').fill(rosa.name);
  const row = page.getByRole('row', { name: rosa.name });
  await row.getByRole('button', { name: `Medical certificate of ${rosa.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Medical certificate' });
  await expect(dialog.getByLabel('Expires')).toHaveValue(dayAfter(today(), 700));
  await dialog.getByRole('button', { name: 'Refuse document…' }).click();
  await dialog.getByLabel('Reason').fill('The date is cut off.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Refuse document', exact: true }).click();
  await expect(shown(page, 'Document refused.')).toBeVisible();

  await expect(own).toContainText('The date is cut off.');
  await page.keyboard.press('Escape');
  // The list must have the document that comes while another page is open.
  await visit(page, '/notifications');
  await send(
    server,
    'POST',
    `/api/driver-file/${rosa.employeeId}/medical_certificate`,
    await tokenOf(server, rosa),
    formOf({ expires_on: dayAfter(today(), 20) }),
  );
  await expect(own).toContainText('To check');
  await expect(own).not.toContainText('The date is cut off.');

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
});
