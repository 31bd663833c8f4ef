import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { checkA11y } from './check-a11y.ts';
import { addDocument, newDriver } from './documents-api.ts';
import { signedIn } from './office-api.ts';

test('a driver asks about a settlement, the office answers beside the PDF, and the driver reads it', async ({
  page,
  server,
}) => {
  const driver = await newDriver(server);
  const { name } = await addDocument(server, 'settlements', [driver]);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, driver);
  await page.goto('/Settlements');
  await page.getByRole('link', { name: `Ask the office about ${name}` }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: name })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  const text = "Where is load 7? It wasn't on this one.";
  await page.getByLabel('Your message').fill(text);
  // Kept on the device until it is sent.
  await page.reload();
  await expect(page.getByLabel('Your message')).toHaveValue(text);
  const photo = { name: 'Ticket.jpg', mimeType: 'image/jpeg', buffer: await photoOf() };
  await page.getByLabel('Photo (optional)').setInputFiles(photo);
  await checkA11y(page);
  await send.click();
  await expect(page).toHaveURL(/settlement-questions\?question=\d+$/);
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sent: Ticket.jpg' })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await page.getByRole('link', { name: /settlement questions? to answer/ }).click();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByText(text)).toBeVisible();
  const statement = page.frameLocator(`iframe[title="${name}"]`);
  await expect(statement.owner()).toHaveAttribute('src', /^\/files\/settlements\//);
  await checkA11y(page);
  await page.getByLabel('Your message').fill('It is on page 2.');
  await send.click();
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');

  await signedIn(page, server, driver);
  await page.goto('/portal');
  await page.getByRole('link', { name: '1 answer about a settlement' }).click();
  await expect(page.getByText('New answer')).toBeVisible();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByText('It is on page 2.')).toBeVisible();
  await page.getByRole('link', { name: 'All questions' }).click();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Answered');
  await expect(page.getByText('New answer')).toBeHidden();
});
