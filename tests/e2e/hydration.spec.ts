import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';

const script = /\/assets\/(inquiry-form|application-form)-/;

const contact = (page: Page) => page.getByLabel('Contact person');
const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });

/** Delays the form's script until the returned function is called. */
async function delayScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("loads a form's script on the first interaction, not before", async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (script.test(request.url())) asked.push(request.url());
  });
  for (const path of ['/inquiry', '/application']) {
    asked.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(asked).toEqual([]);
    await page.getByRole('textbox').first().focus();
    await expect.poll(() => asked.length).toBe(1);
  }
});

test('keeps input from before the script loads, warns about it, and delays a click', async ({
  page,
}) => {
  const release = await delayScript(page);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await contact(page).fill('Rosa');
  await page.getByLabel('Phone').fill('call me');
  await page.getByText('Skip to content').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inquiry#main');
  await send(page).click();
  await expect(page.getByText('Loading the form…')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
  release();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/fewer than 10 digits/);
});

test("reports a script that can't load, retries it and keeps the input", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await page.route(script, (route) => route.abort());
  await contact(page).fill('Rosa');
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load the form.");
  await expect(contact(page)).toHaveValue('Rosa');
  await page.unroute(script);
  await send(page).click();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
});

test('offers input without the script after a reload', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await page.route(script, (route) => route.abort());
  await contact(page).fill('Rosa');
  await page.unroute(script);
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(contact(page)).toHaveValue('Rosa');
});

test('a form reached without its script can be loaded again', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/about');
  await page.route(script, (route) => route.abort());
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Inquiry' })
    .click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load the form.");
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(send(page)).toBeVisible();
});
