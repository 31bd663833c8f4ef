import type { Page } from '@playwright/test';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { newStaff, send, signedIn, tokenOf, visit } from './office-api.ts';
import { formOf, pdfFile } from './records-api.ts';

const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test('a driver sends documents, which the office checks or refuses', async ({ page, server }) => {
  const rosa = await newStaff(server);
  const [office, own] = [await tokenOf(server), await tokenOf(server, rosa)];
  const sendDocument = (days: number) => {
    const path = `/api/driver-file/${rosa.employeeId}/medical_certificate`;
    return send(server, 'POST', path, own, formOf({ expires_on: dayAfter(today(), days) }));
  };
  await test.step('the driver', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signedIn(page, server, rosa);
    await page.goto('/driver-file');
    const card = page.getByRole('article').filter({ hasText: 'Medical certificate' });
    await expect(card).toContainText('Missing');
    await card.getByRole('button', { name: 'Upload new' }).click();
    await card.locator('input[name=file]').setInputFiles(pdfFile('medical card'));
    await card.getByLabel('Expires').fill(dayAfter(today(), 700));
    const sent = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await card.getByRole('button', { name: 'Send to the office' }).click();
    await expect(shown(page, 'Document sent. The office checks it.')).toBeVisible();
    await expect(card).toContainText('To check');
    const { document_id }: { document_id: number } = await (await sent).json();
    const path = `/api/driver-file/documents/${document_id}/refusal`;
    await send(server, 'PUT', path, office, { reason: 'The date is cut off.' });
    await expect(card).toContainText('The date is cut off.');
    await sendDocument(600);
    await expect(card).toContainText('To check');
    await expect(card).not.toContainText('The date is cut off.');
  });

  await page.setViewportSize({ width: 1280, height: 1000 });
  await signedIn(page, server);
  await page.goto('/driver-file');
  await page.getByLabel('Search by name').fill(rosa.name);
  const row = page.getByRole('row', { name: rosa.name });
  await row.getByRole('button', { name: `Medical certificate of ${rosa.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Medical certificate' });
  await expect(dialog.getByLabel('Expires')).toHaveValue(dayAfter(today(), 600));
  await dialog.getByRole('button', { name: 'Refuse document…' }).click();
  await dialog.getByLabel('Reason').fill('It is blurred.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Refuse document', exact: true }).click();
  await expect(shown(page, 'Document refused.')).toBeVisible();
  await page.keyboard.press('Escape');
  // The list must have the document that comes while another page is open.
  await visit(page, '/notifications');
  await sendDocument(20);
  await page
    .getByRole('link', { name: `${rosa.name} sent a document to check: Medical certificate.` })
    .first()
    .click();
  await expect(dialog.getByLabel('Expires')).toHaveValue(dayAfter(today(), 20));
  await dialog.getByLabel('Expires').fill(dayAfter(today(), -1));
  await dialog.getByRole('button', { name: 'Confirm document' }).click();
  await expect(shown(page, 'Document checked.')).toBeVisible();
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Expired');
});
