import type { Route } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { pdfFile } from './documents-api.ts';
import { assignFile, newHolder, returnFile } from './employee-files-api.ts';
import { card, exactText, part, review, versions } from './employee-files-steps.ts';
import { signedIn } from './office-api.ts';

const waiting = "You're offline. It's saved on this device and sends when you reconnect.";

test.use({ viewport: { width: 1280, height: 1000 } });

test('stores a version once after a lost reply, and shows a wrong kind beside the file', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 422/);
  const rosa = await newHolder(server);
  const { name } = await assignFile(server, [rosa]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, rosa);
  await page.goto('/employeefiles');
  const input = card(page, name).locator('input[name=file]');
  const button = card(page, name).getByRole('button', { name: 'Upload' });
  await input.setInputFiles({
    name: 'form.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  });
  await button.click();
  await expect(card(page, name).getByRole('alert')).toContainText('Please send a PDF file.');

  await input.setInputFiles(pdfFile('signed'));
  // The version is stored, the reply is lost.
  let isLost = true;
  const lost = async (route: Route) => {
    if (!isLost || route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  };
  await page.route('**/submissions', lost);
  await button.click();
  await expect(exactText(page, waiting)).toBeVisible();
  isLost = false;
  await expect(exactText(page, 'Sent: Completed form.')).toBeVisible();
  await card(page, name).getByRole('button', { name: 'Show versions' }).click();
  const sent = page.getByRole('link', { name: /^View v\d+ of/ });
  await expect(sent).toHaveText(['v1']);

  // Another file after a lost reply is another version.
  isLost = true;
  await input.setInputFiles(pdfFile('signed again'));
  await button.click();
  await expect(page.getByRole('button', { name: '1 waiting to send' })).toBeVisible();
  await input.setInputFiles(pdfFile('and once more'));
  await button.click();
  isLost = false;
  await expect(sent).toHaveText(['v3', 'v2', 'v1']);
});

test('a failed change of a version shows the stored one without an alert (G7)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500|The version was not changed/);
  const rosa = await newHolder(server);
  const { id, name } = await assignFile(server, [rosa]);
  await returnFile(server, rosa, id);
  await signedIn(page, server);
  await page.goto('/adminfiles');
  await page.getByPlaceholder('Search employees...').fill(rosa.name);
  await page.getByRole('button', { name: rosa.name }).click();
  const version = `v1 of ${name}, ${rosa.name}`;
  const fail = (route: Route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: 'The disk is full.' } });
  await page.route(/\/api\/employee-files\/\d+\/(status|submissions)$/, fail);
  await review(page, version, 'Complete');
  const hint = versions(page, name).getByRole('status');
  await expect(hint).toHaveText("Couldn't save. The stored version is shown.");
  await expect(page.getByLabel(`Status of ${version}`)).toHaveValue('Incomplete');
  await page.getByRole('button', { name: `Delete ${version}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(hint).toHaveText("Couldn't save. The stored version is shown.");
  await expect(versions(page, name)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(exactText(page, 'The disk is full.')).toHaveCount(0);
});

test('failed lists can be loaded again', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 503/);
  const rosa = await newHolder(server);
  const { name } = await assignFile(server, [rosa]);
  const away = /\/api\/employee-files(\/files|\/grouped)?$/;
  await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
  await signedIn(page, server, rosa);
  await page.goto('/employeefiles');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch employee files.');
  await page.unroute(away);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, name)).toBeVisible();

  await page.route(away, (route) => route.fulfill({ status: 503, body: '' }));
  await signedIn(page, server);
  await page.goto('/adminfiles');
  const failed = part(page, 'Employee List');
  await expect(failed.getByRole('alert')).toContainText('Failed to fetch employee files.');
  await page.unroute(away);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed.getByRole('searchbox')).toBeVisible();
});
