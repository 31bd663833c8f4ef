/** Pages that show what the company's files say, and lists that keep their search in the URL. */

import { directory } from '#contract/company/directory.ts';
import { mobileApps } from '#contract/company/mobile-apps.ts';
import { today } from '#contract/rules/dates.ts';
import { expect, test } from '../harness/e2e.ts';
import { newPerson, submitLogin, unique, visit } from './office-api.ts';
import { requestQuote } from './records-api.ts';

test('shared links, directory, apps and holidays (R1, N6, Y1)', async ({ page, server }) => {
  const company_name = unique('Núñez Łódź Motors');
  await requestQuote(server, { company_name });
  const row = page.getByRole('row').filter({ hasText: company_name });
  await page.goto(`/inquiries?status=lost&q=${encodeURIComponent(company_name)}`);
  await submitLogin(page, await newPerson(server, 'admin'));
  await expect(page.getByText('No inquiries match this search.')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('lost');
  // A filter replaces the history entry, so Back leaves the list.
  await page.getByLabel('Status').selectOption('New');
  await expect(page).toHaveURL(/\?status=new&q=/);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('nunez LODZ');
  await expect(row).toBeVisible();
  await search.fill('zz q');
  await expect(page).toHaveURL(/\?status=new&q=zz\+q$/);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/portal');
  await page.goBack();
  await expect(search).toHaveValue('zz q');

  await visit(page, '/Directory');
  const main = page.getByRole('region', { name: 'Main contact' });
  for (const label of ['Main line', 'Dispatch', 'Company email']) {
    await expect(main.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole('link', { name: directory.main.mainLine })).toHaveAttribute(
    'href',
    'tel:+18155550100',
  );
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Main contact',
    'Dispatch Department',
    'Safety / HR',
    'Accounts Receivable / Billing',
    'Omaha Hub',
  ]);
  const members = directory.sections.flatMap((section) => section.members);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(members.length);
  const shown = await cards.evaluateAll((all) =>
    all.map((card) => [
      card.textContent,
      [...card.querySelectorAll('a')].map(({ href }) => href).toSorted(),
    ]),
  );
  expect(shown).toEqual(
    members.map(({ name, title, email, phone }) => [
      expect.stringMatching(`${name}.*${title}`),
      [`mailto:${email}`, `tel:+1${phone.replaceAll(/\D/g, '')}`],
    ]),
  );

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('omaha FOREMAN');
  await expect(cards).toHaveText([/Emil Novotny/]);

  await visit(page, '/NewHire');
  const apps = page.getByRole('main').getByRole('link');
  await expect(apps).toHaveCount(4);
  for (const { name, url } of mobileApps) {
    const app = apps.filter({ hasText: name });
    await expect(app).toHaveAttribute('href', url);
    await expect(app).toHaveAttribute('target', '_blank');
  }

  await visit(page, '/Holiday');
  const year = Number(today().slice(0, 4));
  const headings = page.getByRole('heading', { name: /\d{4} Holidays/ });
  await expect(headings.nth(0)).toHaveText(`${year} Holidays`);
  await expect(headings.nth(1)).toHaveText(`${year + 1} Holidays`);
  const rows = page.getByRole('table', { name: '2025 Holidays' }).locator('tbody tr');
  await expect(rows.locator('visible=true')).toHaveText(
    ['Jan 1', 'Feb 17', 'May 26', 'Jul 4', 'Sep 1', 'Nov 27', 'Dec 25'].map(
      (day) => new RegExp(`${day}\\b`),
    ),
  );
  await expect(rows.last()).toHaveAttribute('data-past', 'true');
  await expect(page.getByLabel('Calendar address')).toHaveValue(`${server.url}/holidays.ics`);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of ['banner', 'navigation'] as const) {
    await expect(page.getByRole(hidden)).toBeHidden();
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const ink = await page
    .getByRole('heading', { level: 1 })
    .evaluate((element) => getComputedStyle(element).color);
  expect(ink, 'dark on paper, also at night').toBe('rgb(18, 22, 28)');
});
