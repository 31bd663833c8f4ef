/** What all forms and dialogs do: closing, Back, failed saves, conflicts and drafts. */
import type { Page } from '@playwright/test';
import type { Damage } from '#contract/damages.ts';
import { damages } from '#contract/messages/damages.ts';
import { general } from '#contract/messages/general.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import { newPerson, newStaff, send, signedIn, submitLogin, unique, visit } from './office-api.ts';

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const addDamage = (page: Page) => page.getByRole('button', { name: 'Add Damage' }).click();

type Close = (page: Page) => Promise<unknown>;
const goBack: Close = (page) => page.goBack();
/** A dialog listens for presses outside of it from the timer after its focus on, so once the page is idle. */
const pressOutside: Close = async (page) => {
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.mouse.click(5, 5);
};
const waysToClose = [
  goBack,
  pressOutside,
  (page) => page.getByRole('button', { name: 'Close' }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.getByRole('button', { name: 'Cancel' }).click(),
] satisfies Close[];

test('how dialogs end and fail (SEC28, SEC30)', async ({ page, server, context, allowConsole }) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of (404|409)/);
  await newStaff(server);
  const token = await signedIn(page, server);
  await page.goto('/portal');
  await tile(page, 'Damages').click();
  const opened = dialog(page, 'Add Damage');
  for (const close of waysToClose) {
    await addDamage(page);
    await expect(opened).toBeVisible();
    await close(page);
    await expect(opened).toBeHidden();
    await expect(page).toHaveURL(/\/damages$/);
  }

  await addDamage(page);
  const driver = opened.getByLabel('Driver Name');
  await driver.fill('Rosa Delgado');
  for (const close of [goBack, pressOutside]) {
    await close(page);
    await expect(question(page)).toHaveAccessibleName('Discard your changes to this damage?');
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toBeHidden();
    await expect(driver).toHaveValue('Rosa Delgado');
  }
  await page.goBack();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(opened).toBeHidden();
  await expect(page).toHaveURL(/\/damages$/);

  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'document' || pathname.endsWith('.data')) fetched.push(pathname);
  });
  await context.setOffline(true);
  await addDamage(page);
  await expect(opened).toBeVisible();
  await page.goBack();
  await expect(opened).toBeHidden();
  // Once this request has failed, an earlier one has, too, and its error would replace the page.
  await page.evaluate(() => fetch('/readyz').catch(() => {}));
  await expect(heading(page, 'Damages Report')).toBeVisible();
  expect(fetched).toEqual([]);
  await context.setOffline(false);

  await page.goBack();
  await expect(tile(page, 'Damages')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Damages Report')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const name = unique('Rosa');
  await addDamage(page);
  const submit = opened.getByRole('button', { name: 'Save', exact: true });
  await driver.fill(name);
  await opened.getByLabel('Amount').fill('5');
  await opened.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
  // The record is stored, and the reply is lost.
  await page.route('**/api/damages', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await submit.click();
  await expect(opened.getByRole('alert')).toHaveText(damages.saveFailedBecause(damages.saveFailed));
  await page.unroute('**/api/damages');
  await expect(driver).toHaveValue(name);
  await submit.click();
  await expect(page.getByText(damages.added, { exact: true })).toBeVisible();
  const mine = async () => {
    const list = await send<Damage[]>(server, 'GET', '/api/damages', token);
    return list.filter(({ driver_name }) => driver_name === name);
  };
  const [stored, ...others] = await mine();
  expect(others).toEqual([]);

  const card = page.getByRole('article').filter({ hasText: name });
  const path = `/api/damages/${stored?.damage_id}`;
  const change = dialog(page, 'Edit Damage');
  const save = change.getByRole('button', { name: 'Save', exact: true });
  await card.getByRole('button', { name: /^Edit/ }).click();
  await change.getByLabel('Amount').fill('20');
  await send(server, 'PUT', path, token, { damage_amount: 10 });
  await save.click();
  await expect(change.getByText(general.stale)).toBeVisible();
  const difference = change.getByRole('definition').filter({ hasText: 'Saved$10.00' });
  await expect(difference).toHaveText('Saved$10.00Yours$20.00');
  expect(await mine()).toMatchObject([{ damage_amount: 10 }]);
  await axe(page);
  await change.getByRole('button', { name: 'Save my version' }).click();
  await expect(page.getByText(damages.updated, { exact: true })).toBeVisible();
  expect(await mine()).toMatchObject([{ damage_amount: 20 }]);

  await card.getByRole('button', { name: /^Edit/ }).click();
  await change.getByLabel('Amount').fill('7');
  await send(server, 'DELETE', path, token);
  await save.click();
  await expect(page.getByText(damages.gone)).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('drafts survive an ended session of their person', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/);
  const [person, other] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')];
  await signedIn(page, server, person);
  /** Ends the session on the server; the open page is notified over its live connection. */
  const expire = async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await send(server, 'POST', '/api/logout', token);
    await expect(page).toHaveURL(/\/login$/);
  };
  const form = page.locator('form');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await form.getByLabel('Username').fill('rosa.delgado');
  await form.locator('[name=password]').fill('never to be stored');
  await expire();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never to be');
  await submitLogin(page, person);
  await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
  await visit(page, '/users');
  await expect(page.getByText('We restored your unsaved input.')).toBeVisible();
  await expect(form.getByLabel('Username')).toHaveValue('rosa.delgado');
  await expect(form.locator('[name=password]')).toHaveValue('');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Username')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(form.getByLabel('Username')).toHaveValue('rosa.delgado');

  await expire();
  await submitLogin(page, other);
  await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('rosa.delgado');
});
