import { readFile } from 'node:fs/promises';
import { axe, expect, test } from '../harness/e2e.ts';
import { unzip } from '../harness/unzip.ts';
import { newPerson, signedIn } from './office-api.ts';
import { ageSessions } from './users-api.ts';

test('an employee downloads everything stored about them, after confirming the password', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const person = await newPerson(server, 'employee');
  await signedIn(page, server, person);
  await page.goto('/portal');
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('link', { name: 'Your data' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your data');
  await axe(page);
  ageSessions(server, person.username);
  await page.getByRole('button', { name: 'Download your data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password);
  const started = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('Your download has started.')).toBeVisible();
  const found = await unzip(await readFile(await download.path()));
  const [account] = JSON.parse(found.get('users.json')?.toString() ?? '[]');
  expect(account).toMatchObject({ username: person.username });
  expect(found.has('sessions.json')).toBe(true);
  await expect(page).toHaveURL('/personal-data');
});
