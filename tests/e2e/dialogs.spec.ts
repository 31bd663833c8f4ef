/** Dialogs and Back, and input that isn't saved yet. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { smallInquiry } from '../harness/inquiry-sample.ts';
import { isFull } from '../harness/is-full.ts';
import {
  apply,
  newPerson,
  postJob,
  requestQuote,
  send,
  signedIn,
  submitLogin,
} from './office-api.ts';
import { newStaff } from './users-api.ts';

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const question = (page: Page) => page.getByRole('alertdialog');
const addDamage = (page: Page) => page.getByRole('button', { name: 'Add Damage' }).click();

const waysToClose: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.goBack(),
  (page) => page.getByRole('button', { name: 'Close' }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.mouse.click(5, 5),
  (page) => page.getByRole('button', { name: 'Cancel' }).click(),
];

test('a dialog closes with Back and in every other way, which leaves nothing in the history', async ({
  page,
  server,
}) => {
  await signedIn(page, server);
  await page.goto('/portal');
  await tile(page, 'Damages').click();
  await expect(heading(page, 'Damages Report')).toBeVisible();
  for (const close of waysToClose) {
    await addDamage(page);
    await expect(dialog(page, 'Add Damage')).toBeVisible();
    await close(page);
    await expect(dialog(page, 'Add Damage')).toBeHidden();
    await expect(page).toHaveURL(/\/damages$/);
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
  await signedIn(page, server);
  await page.goto('/portal');
  await tile(page, 'Damages').click();
  await addDamage(page);
  const driver = dialog(page, 'Add Damage').getByLabel('Driver Name');
  await driver.fill('Rosa Delgado');
  for (const close of waysToClose) {
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
  await signedIn(page, server, await newStaff(server, {}, 'admin'));
  for (const [path, button] of [
    ['/damages', 'Add Damage'],
    ['/inquiries', smallInquiry.company_name],
    ...(isFull
      ? ([
          ['/portal', 'Send notification'],
          ['/users', 'Add New User'],
          ['/spotlight', 'Create Post'],
          ['/settlements', 'Drop settlements'],
          ['/trainingfiles', 'Scan pages'],
          ['/time-off', 'Add time off'],
          ['/applications', 'View details'],
        ] as const)
      : []),
  ] as const) {
    await closesOffline(path, button);
  }
});

/** Forms that keep a draft: the button that opens them, and input by label; passwords are never stored. */
const drafts = [
  {
    path: '/users',
    title: 'Users',
    open: 'Add New User & Employee',
    typed: { Username: 'rosa.delgado', Password: 'never to be stored', 'First Name': 'Rosa' },
  },
  {
    path: '/damages',
    title: 'Damages',
    open: 'Add Damage',
    typed: { 'Driver Name': 'Rosa Delgado', Amount: '120.5', Description: 'A mirror.' },
  },
  {
    path: '/spotlight',
    title: 'Employee Spotlight',
    open: 'Create Post',
    typed: { Title: 'Ten years', Text: 'Rosa has been with us for ten years.' },
  },
  {
    path: '/store',
    title: 'Store',
    open: null,
    typed: { Title: 'Cap', Description: 'Six panels.', Price: '12.5', Stock: '10' },
  },
  { path: '/portaljobs', title: 'Jobs', open: null, typed: { Position: 'Car hauler' } },
  { path: '/signup', title: 'Create account', open: null, typed: { Username: 'rosa' } },
  { path: '/trainingfiles', title: 'Training', open: null, typed: { 'File name': 'Winter' } },
  { path: '/adminfiles', title: 'Employee Files', open: null, typed: { 'File name': 'W-4 2025' } },
] as const;

const control = (page: Page, label: string): Locator =>
  page
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator('input, textarea'))
    .last();

async function type(page: Page, { path, open, typed }: (typeof drafts)[number]): Promise<void> {
  await page.goto(path);
  if (open) await page.getByRole('button', { name: open }).click();
  for (const [label, value] of Object.entries(typed)) await control(page, label).fill(value);
}

const continues = (page: Page) => page.getByRole('link', { name: /^Continue where you were/ });

test('drafts survive an expired session, without passwords, and another person never sees them', async ({
  page,
  server,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 401/);
  await newStaff(server);
  const [person, other] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')];
  await signedIn(page, server, person);
  /** Ends the session on the server; the open page is notified over its live connection. */
  const expire = async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await send(server, 'POST', '/api/logout', token);
    await expect(page).toHaveURL(/\/login$/);
  };
  for (const draft of isFull ? drafts : drafts.slice(0, 2)) {
    await test.step(draft.path, async () => {
      await type(page, draft);
      await expire();
      const stored = await page.evaluate(() => JSON.stringify(localStorage));
      expect(stored).not.toContain('never to be stored');
      await submitLogin(page, person);
      await page.getByRole('link', { name: `Continue where you were: ${draft.title}` }).click();
      await expect(page.getByText('We restored your unsaved input.')).toBeVisible();
      for (const [label, value] of Object.entries(draft.typed)) {
        await expect(control(page, label)).toHaveValue(label === 'Password' ? '' : value);
      }
    });
  }
  await expire();
  await submitLogin(page, other);
  await expect(page.getByRole('heading', { name: 'Employee Portal' })).toBeVisible();
  await expect(continues(page)).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toMatch(/rosa/i);
});

test('deletes a draft after 14 days and when it is discarded', async ({ page, server }) => {
  const [users] = drafts;
  const expectNoDraft = async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: users.open })).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveCount(0);
  };
  await signedIn(page, server, 'admin');
  await type(page, users);
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.includes('.user.')) continue;
      const savedAt = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000).toISOString();
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(String(text)), savedAt }));
    }
  });
  await expectNoDraft();
  await type(page, users);
  await page.reload();
  await expect(control(page, 'First Name')).toHaveValue('Rosa');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoDraft();
});
