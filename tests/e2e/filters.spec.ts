import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { addDocument, newDriver } from './documents-api.ts';
import {
  apply,
  newPerson,
  postJob,
  requestQuote,
  signedIn,
  submitLogin,
  unique,
} from './office-api.ts';
import { addProduct, order } from './store-api.ts';
import { addDamage, newStaff } from './users-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const search = (page: Page) =>
  page.getByRole('main').locator('search').getByRole('searchbox').first();

test('every list reads its search from the URL, and keeps it there through a link and Back', async ({
  page,
  server,
}) => {
  test.slow();
  await requestQuote(server);
  await apply(server);
  await postJob(server);
  const driver = await newDriver(server);
  for (const kind of ['training', 'settlements', 'reports'] as const) {
    await addDocument(server, kind, [driver]);
  }
  const { employeeId } = await newStaff(server);
  await addDamage(server, employeeId);
  const product = await addProduct(server);
  await order(server, undefined, product.id);
  await signedIn(page, server);

  const lists = [
    ...['/inquiries', '/applications', '/damages', '/users', '/hours', '/directory'],
    ...['/TrainingFiles', '/Settlements', '/Reports', '/receipts', '/receipts?by=file'],
    ...['/AdminFiles', '/store', '/store?view=orders', '/chat', '/careers'],
  ];
  for (const path of lists) {
    await test.step(path, async () => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}q=first`);
      await expect(search(page)).toHaveValue('first');
      await search(page).fill('zz q');
      await expect(page).toHaveURL(/[?&]q=zz\+q$/);
      if (path.includes('?')) expect(page.url()).toContain(path.slice(path.indexOf('?')));
      await page.getByRole('link', { name: 'Home' }).first().click();
      await expect(page).toHaveURL(/\/(portal)?$/);
      await page.goBack();
      await expect(search(page)).toHaveValue('zz q');
    });
  }
});

test('a shared link shows its filters on a cold load and after sign-in', async ({
  page,
  server,
}) => {
  const company_name = unique('Núñez Łódź Motors');
  await requestQuote(server, { company_name, phone_number: '(815) 555-0162' });
  const last_name = unique('Øster');
  await apply(server, { last_name, city: 'Łódź', phone: '+1 630.555.0143' });
  const person = await newPerson(server, 'admin');
  const row = (text: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: text });

  await page.goto('/inquiries?status=lost');
  await submitLogin(page, person);
  await expect(page.getByText('No inquiries match this search.')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('lost');
  // A filter replaces the history entry, so Back leaves the list.
  await page.getByLabel('Status').selectOption('New');
  await expect(page).toHaveURL(/\?status=new$/);
  await expect(row(company_name)).toBeVisible();
  for (const words of ['nunez LODZ', '815 555 0162', '8155550162', '+1 (815) 555-0162']) {
    await search(page).fill(words);
    await expect(row(company_name)).toBeVisible();
    await search(page).fill(`${words}9x`);
    await expect(row(company_name)).toBeHidden();
  }

  await page.evaluate(() => localStorage.clear());
  await page.goto('/applications?q=lodz&sort=oldest');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await submitLogin(page, person);
  await expect(row(last_name)).toBeVisible();
  await expect(page.getByLabel('Sort by date')).toHaveValue('oldest');
  for (const words of ['oster', '630-555-0143', '6305550143']) {
    await search(page).fill(words);
    await expect(row(last_name)).toBeVisible();
  }
  await search(page).fill('630-555-0144');
  await expect(row(last_name)).toBeHidden();
});
