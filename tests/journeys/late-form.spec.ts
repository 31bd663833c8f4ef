import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';

const script = /\/assets\/(inquiry-desk|application-form)-/;

const contact = (page: Page) => page.getByLabel('Contact person');
const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });

/** Lets the script of the form through only once the answer is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('the script of a form comes at the first touch, not before', async ({ page }) => {
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

test('what is typed before the script stays through a move on the page, and a press waits', async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await contact(page).fill('Rosa');
  await page.getByText('Skip to the content').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inquiry#main');
  await send(page).click();
  await expect(page.getByText('One moment: the form is getting ready.')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
  release();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
});

test('a script that cannot be loaded is said, tried again, and what was typed is kept', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await page.route(script, (route) => route.abort());
  await contact(page).fill('Rosa');
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText('No connection.');
  await expect(contact(page)).toHaveValue('Rosa');
  await page.unroute(script);
  await send(page).click();
  await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(contact(page)).toHaveValue('Rosa');
});

test('typed without the script, it is offered after a reload', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/inquiry', { waitUntil: 'networkidle' });
  await page.route(script, (route) => route.abort());
  await contact(page).fill('Rosa');
  await page.unroute(script);
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(contact(page)).toHaveValue('Rosa');
});

test('reached from another page without its script, the form can be asked for again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await page.goto('/about');
  await page.route(script, (route) => route.abort());
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Inquiry' })
    .click();
  await expect(page.getByRole('alert')).toContainText('No connection.');
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(send(page)).toBeVisible();
});
