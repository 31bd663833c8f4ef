import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';

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
