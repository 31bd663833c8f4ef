import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { smallInquiry } from '../harness/inquiry-sample.ts';
import { apply, postJob, requestQuote, signedIn } from './office-api.ts';
import { newStaff } from './users-api.ts';

const main = (page: Page) => page.getByRole('main');
const tile = (page: Page, name: string) => main(page).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const addDamage = (page: Page) => page.getByRole('button', { name: 'Add Damage' }).click();

const waysToClose: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole('button', { name: 'Close' }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.mouse.click(5, 5),
  (page) => page.getByRole('button', { name: 'Cancel' }).click(),
];

async function toDamages(page: Page): Promise<void> {
  await page.goto('/portal');
  await tile(page, 'Damages').click();
  await expect(heading(page, 'Damages Report')).toBeVisible();
}

test('Back closes a dialog first, then leaves the page', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await toDamages(page);
  await addDamage(page);
  await expect(dialog(page, 'Add Damage')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, 'Add Damage')).toBeHidden();
  await expect(page).toHaveURL(/\/damages$/);
  await expect(heading(page, 'Damages Report')).toBeVisible();
  await page.goBack();
  await expect(tile(page, 'Damages')).toBeVisible();
});

test('a dialog closed another way leaves nothing in the history', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await toDamages(page);
  for (const close of waysToClose) {
    await addDamage(page);
    await expect(dialog(page, 'Add Damage')).toBeVisible();
    await close(page);
    await expect(dialog(page, 'Add Damage')).toBeHidden();
  }
  // A reload with an open dialog, then a navigation from the drawer.
  await addDamage(page);
  await expect(dialog(page, 'Add Damage')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Damages Report')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'PTO Tracker' }).click();
  await expect(heading(page, 'PTO Tracker')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(heading(page, 'Damages Report')).toBeVisible();
  await page.goBack();
  await expect(tile(page, 'Damages')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Damages Report')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a dialog with unsaved input asks before it closes in any way', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await toDamages(page);
  await addDamage(page);
  const driver = dialog(page, 'Add Damage').getByLabel('Driver Name');
  await driver.fill('Rosa Delgado');
  for (const close of [(on: Page) => on.goBack(), ...waysToClose]) {
    await close(page);
    await expect(question(page)).toHaveAccessibleName('Discard your changes to this damage?');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toBeHidden();
    await expect(driver).toHaveValue('Rosa Delgado');
  }
  // Back chooses 'Keep editing'.
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(question(page)).toBeHidden();
  await expect(driver).toHaveValue('Rosa Delgado');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page, 'Add Damage')).toBeHidden();
  await expect(page).toHaveURL(/\/damages$/);
  await page.goBack();
  await expect(tile(page, 'Damages')).toBeVisible();
});

test('every dialog that takes input asks, and Back closes the notification dialog', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await page.getByRole('button', { name: 'Send notification' }).click();
  await page.getByLabel('Message').fill('Ice on I-80');
  await page.goBack();
  await expect(question(page)).toHaveAccessibleName('Discard your changes?');
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page, 'Send notification')).toBeHidden();
  await page.getByRole('button', { name: 'Send notification' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('offline, closing a dialog fetches nothing and its page stays', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await apply(server);
  await requestQuote(server);
  const jobId = await postJob(server);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document' || pathname.endsWith('.data')) fetched.push(pathname);
  });

  async function closesOffline(path: string, button: string) {
    await page.goto(path);
    const opens = page.getByRole('button', { name: button }).first();
    const opened = page.getByRole('dialog');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title, path).toBeVisible();
    const shown = await title.innerText();
    // Loads the dialog's script.
    await opens.click();
    await expect(opened, path).toBeVisible();
    await page.context().setOffline(true);
    fetched.length = 0;
    await page.keyboard.press('Escape');
    for (const close of [() => page.goBack(), () => opened.getByLabel('Close').click()]) {
      await expect(opened, path).toBeHidden();
      await opens.click();
      await expect(opened, path).toBeVisible();
      await close();
    }
    await expect(opened, path).toBeHidden();
    // Long enough for a request to fail and its error to replace the page.
    await page.waitForTimeout(300);
    await expect(title, path).toHaveText(shown);
    expect(fetched, path).toEqual([]);
    await page.context().setOffline(false);
  }

  await closesOffline(`/application/${jobId}`, 'Scan pages');
  const typed = page.getByRole('textbox', { name: 'CDL number' });
  await typed.fill('Q123');
  await page.context().setOffline(true);
  // A move to a section of the form, and back.
  await page
    .getByRole('navigation', { name: 'Sections of this form' })
    .getByRole('link')
    .last()
    .click();
  await expect(page).toHaveURL(/#/);
  await page.goBack();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.goBack();
  await page.waitForTimeout(300);
  expect(fetched).toEqual([]);
  await expect(typed).toHaveValue('Q123');
  await page.context().setOffline(false);

  await signedIn(page, server, await newStaff(server, {}, 'admin'));
  for (const [path, button] of [
    ['/portal', 'Send notification'],
    ['/damages', 'Add Damage'],
    ['/users', 'Add New User'],
    ['/spotlight', 'Create Post'],
    ['/settlements', 'Drop settlements'],
    ['/trainingfiles', 'Scan pages'],
    ['/time-off', 'Add time off'],
    ['/applications', 'View details'],
    ['/inquiries', smallInquiry.company_name],
  ] as const) {
    await closesOffline(path, button);
  }
});
