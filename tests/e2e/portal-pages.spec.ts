import { today } from '#contract/dates.ts';
import { directory } from '#contract/directory.ts';
import { mobileApps } from '#contract/mobile-apps.ts';
import { expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';

test('the directory lists the company and four departments, and can be searched (R1)', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'employee');
  await page.goto('/Directory');
  await expect(page).toHaveTitle(/^Company Directory \|/);
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
  for (const { name, title, email, phone } of directory.sections.flatMap(
    ({ members }) => members,
  )) {
    const card = page.getByRole('article').filter({ hasText: name });
    const link = (text: string) => card.getByRole('link', { name: text });
    await expect(card.getByText(title, { exact: true })).toBeVisible();
    await expect(link(email)).toHaveAttribute('href', `mailto:${email}`);
    await expect(link(phone)).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  }

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await search.fill('omaha FOREMAN');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Emil Novotny');
  await search.fill('4025550151');
  await expect(page.getByRole('article')).toContainText('Bethany Sorensen');
  await search.fill('nobody of that name');
  await expect(page.getByText('No one in the directory matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('the directory and holidays print on their own page', async ({ page, server }) => {
  await signedIn(page, server, 'employee');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/directory', '/holiday']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    const ink = await page
      .getByRole('heading', { level: 1 })
      .evaluate((element) => getComputedStyle(element).color);
    expect(ink, 'dark on paper, also at night').toBe('rgb(18, 22, 28)');
  }
});

test('the four new-hire apps open in a new tab (N6)', async ({ page, server }) => {
  await signedIn(page, server, 'employee');
  await page.goto('/NewHire');
  const cards = page.getByRole('main').getByRole('link');
  await expect(cards).toHaveCount(4);
  for (const { name, url } of mobileApps) {
    const card = cards.filter({ hasText: name });
    await expect(card).toHaveAttribute('href', url);
    await expect(card).toHaveAttribute('target', '_blank');
  }
});

test('shows the holidays of this year, the next, and the fixed ones of 2025 (Y1)', async ({
  page,
  server,
}) => {
  await signedIn(page, server, 'employee');
  await page.goto('/Holiday');
  const year = Number(today().slice(0, 4));
  const headings = page.getByRole('heading', { name: /\d{4} Holidays/ });
  await expect(headings.nth(0)).toHaveText(`${year} Holidays`);
  await expect(headings.nth(1)).toHaveText(`${year + 1} Holidays`);
  const rows = page.getByRole('table', { name: '2025 Holidays' }).locator('tbody tr');
  const holidays = [
    ["New Year's Day", 'Jan 1'],
    ["Presidents' Day", 'Feb 17'],
    ['Memorial Day', 'May 26'],
    ['Independence Day', 'Jul 4'],
    ['Labor Day', 'Sep 1'],
    ['Thanksgiving', 'Nov 27'],
    ['Christmas', 'Dec 25'],
  ] as const;
  await expect(rows).toHaveCount(holidays.length);
  for (const [index, [name, day]] of holidays.entries()) {
    await expect(rows.nth(index)).toContainText(name);
    await expect(rows.nth(index).getByText(day, { exact: true })).toBeVisible();
    await expect(rows.nth(index)).toHaveAttribute('data-past', 'true');
  }
  await expect(page.getByLabel('Calendar address')).toHaveValue(`${server.url}/holidays.ics`);
  const calendar = await page.request.get('/holidays.ics');
  expect(calendar.headers()['content-type']).toContain('text/calendar');
});

for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("a holiday starts on the company's day", async ({ page, server }) => {
      await signedIn(page, server, 'employee');
      const next = page.getByRole('region', { name: 'until Independence Day' });
      // Half an hour before midnight in Joliet: the 3rd in Honolulu, the 4th in Kiritimati.
      await page.clock.setFixedTime('2026-07-04T04:30:00Z');
      await page.goto('/holiday');
      await expect(next).toContainText('1 day');
      await expect(next).toContainText('Saturday, July 4, 2026');
      await page.clock.setFixedTime('2026-07-04T05:30:00Z');
      await page.reload();
      await expect(page.getByRole('region', { name: 'Independence Day' })).toContainText('Today');
      await page.clock.setFixedTime('2026-07-05T05:30:00Z');
      await page.reload();
      await expect(page.getByRole('region', { name: 'until Labor Day' })).toContainText('64 days');
      const row = page.getByRole('row').filter({ hasText: 'Independence Day' }).first();
      await expect(row).toContainText('SaturdayJul 4');
      await expect(row).toHaveAttribute('data-past', 'true');
    });
  });
}
