import type { Page } from '@playwright/test';
import { expect, test } from '#tests/harness/e2e.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { checkA11y } from './check-a11y.ts';
import { moveTo, unique } from './office-api.ts';
import { mailWith } from './sent-mails.ts';

const whole = {
  ...{ first_name: 'Rosa', middle_initial: 'N/A', last_name: "D'Amico", phone: '815-555-0177' },
  ...{ street_address: '12 Elm Street', city: 'Joliet', state: 'IL', gender: 'Decline' },
  ...{ race: 'Decline to self-identify', has_cdl_license: 1 },
};

test('an applicant follows and continues by mailed links', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 415/);
  const sent = await page.request.post(`${server.url}/api/application`, {
    data: { ...whole, email: `${unique('rosa').replace(' ', '.')}@example.com` },
  });
  const path = new URL((await sent.json()).status_url).pathname;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Received');
  await checkA11y(page);
  const file = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: pdfOf('resume') };
  await page.getByLabel('Document').setInputFiles({ ...file, buffer: Buffer.from('Resume') });
  await page.getByRole('button', { name: 'Send document' }).click();
  await expect(
    page.getByText(/^Couldn't send the document\. .* isn't accepted here/),
  ).toBeVisible();
  await page.getByLabel('Document').setInputFiles(file);
  await page.getByRole('button', { name: 'Send document' }).click();
  await expect(page.getByText('File uploaded successfully.')).toBeVisible();
  await expect(page.getByText('Your resume')).toBeHidden();
  await page.getByRole('link', { name: 'Fill in your driving record' }).click();
  await page.getByLabel('I had no accidents in the last three years').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your driving record is saved, but not')).toBeVisible();

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${server.url}${path}`);
  await expect(plain.getByText('Accidents of the last three years')).toBeHidden();
  // Nothing that needs scripts shows.
  await expect(plain.locator('noscript p')).toBeVisible();
  await expect(plain.getByRole('button', { name: 'Send document' })).toBeHidden();
  await plain.getByText('Add your CDL').click();
  await plain.getByLabel('New phone number').fill('815-555-0188');
  await plain.getByRole('button', { name: 'Save' }).click();
  await expect(plain.getByText("Saved. We'll use your new details.")).toBeVisible();
  await plain.getByText('Withdraw your application').click();
  await plain.getByRole('button', { name: 'Yes, withdraw' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Withdrawn');
  await plain.context().close();

  await test.step('another device', () => continueElsewhere(page, server));
});

/** Starts an application and continues it by its mailed link. */
async function continueElsewhere(page: Page, server: RunningServer): Promise<void> {
  const email = `${unique('lena').replace(' ', '.')}@example.com`;
  const name = page.getByLabel('First name').first();
  await moveTo(page, '/application');
  await name.fill('Lena');
  await page.getByRole('button', { name: 'Add my driving record' }).click();
  await page.getByLabel('Employer', { exact: true }).fill('Otto Freight');
  await page.getByLabel('Email me a link').fill(email);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText('We sent you an email with a link')).toBeVisible();
  const mailed = async () =>
    /\/application#draft=[\w-]+/.exec(await mailWith(server, email, '#draft='))?.[0] ?? '';
  await expect.poll(mailed).not.toBe('');

  // On the same device it asks before it replaces what was typed since.
  await name.fill('Magdalena');
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(kept).toContain('Magdalena');
  await page.goto('about:blank');
  await page.goto(await mailed());
  await expect(page.getByText('This device has newer answers')).toBeVisible();
  await expect(name).toHaveValue('Magdalena');
  await page.getByRole('button', { name: 'Use the answers of the link' }).click();
  await expect(name).toHaveValue('Lena');

  // As another device, which has nothing of it.
  await page.goto('about:blank');
  const device = await page.context().newCDPSession(page);
  await device.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'all' });
  await page.goto(await mailed());
  await expect(page.getByText('Your answers are back in the form.')).toBeVisible();
  await expect(name).toHaveValue('Lena');
  await expect(page.getByLabel('Employer', { exact: true })).toHaveValue('Otto Freight');
  expect(page.url()).toBe(`${server.url}/application`);
  // The form is sent as what came by the link.
  const code = (await mailed()).split('=').at(-1) ?? '';
  await expect(page.locator('input[name="draft_code"]')).toHaveValue(code);
}
