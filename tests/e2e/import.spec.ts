import { readFileSync } from 'node:fs';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';

/** A sheet as companies have it: a title, semicolons, Windows-1252, US dates, a mistake. */
function messySheet(last: string, hired: string): Buffer {
  const lines = [
    'Drivers 2026;;;;;',
    ';;;;;',
    'Name;E-Mail;Cell;Hire Date;PTO balance;Shoe size',
    `Peña, José;jose@${last}.example.com;8155550142;1/31/2025;"1,016.5";9`,
    `"Ann ${last}";ann@${last}.example.com;(815) 555-0143;${hired};8;10`,
    'Total;;;;1,024.5;',
    ';;;;;',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

for (const width of [390, 820, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('an admin checks a messy sheet, corrects it and imports it once', async ({
      page,
      server,
    }) => {
      const last = unique('fleet').replace(/\W/g, '').toLowerCase();
      await signedIn(page, server);
      await page.goto('/users');
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
      await expect(page.getByLabel('What to import')).toHaveValue('people');
      const template = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download an empty template' }).click();
      const header = readFileSync(await (await template).path(), 'utf8');
      expect(header).toContain('Username,Full name,Name suffix,Email,Phone,Role');

      const choose = (buffer: Buffer) =>
        page
          .getByLabel('Spreadsheet', { exact: true })
          .setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer });
      await choose(messySheet(last, '2/30/2025'));
      const preview = page.getByRole('region', { name: 'Preview' });
      const importButton = preview.getByRole('button', { name: 'Import', exact: true });
      await expect(importButton).toBeDisabled();
      const mistake = preview.getByRole('button', { name: /^Row 5, Hire Date: Enter a date/ });
      await mistake.focus();
      await page.keyboard.press('Enter');
      const cell = preview.getByRole('cell', { name: /^2\/30\/2025/ });
      await expect(cell).toBeFocused();
      await expect(cell).toContainText('Enter a date that exists');
      await checkA11y(page);

      // A column without a known header can be mapped by hand.
      await preview.getByLabel('Column F: Shoe size').selectOption({ label: 'Payroll number' });
      await expect(preview.getByRole('columnheader', { name: 'Payroll number' })).toBeVisible();

      // The total is left out, and the mistake can be corrected here.
      await expect(preview.getByRole('button', { name: 'Include row 6' })).toBeVisible();
      await preview.getByRole('button', { name: 'Edit row 5' }).click();
      const dialog = page.getByRole('dialog', { name: 'Row 5' });
      await checkA11y(page);
      await dialog.getByLabel('Hire Date').fill('31-Jan-25');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await expect(importButton).toBeEnabled();
      await expect(preview.getByText('1 correction made here.')).toBeVisible();
      await preview.getByRole('button', { name: 'Skip row 5' }).click();
      await expect(preview.getByRole('cell', { name: /^New/ })).toHaveCount(1);
      await preview.getByRole('button', { name: 'Include row 5' }).click();
      await expect(preview.getByRole('cell', { name: /^New/ })).toHaveCount(2);
      await expect(preview.getByRole('cell', { name: '815-555-0142' })).toBeVisible();
      await importButton.click();
      await expect(page.getByText('Import finished.')).toBeVisible();
      await expect(page.getByText('New people have no password yet.')).toBeVisible();
      await checkA11y(page);

      await choose(messySheet(last, '31-Jan-25'));
      await expect(preview.getByRole('cell', { name: /^Unchanged/ })).toHaveCount(2);
      await expect(importButton).toBeDisabled();
      await expect(preview.getByText('Everything in this file is stored already.')).toBeVisible();

      const users = await send<{ user_email: string; hire_date: string; last_name: string }[]>(
        server,
        'GET',
        '/api/users',
        await tokenOf(server),
      );
      expect(
        users.find(({ user_email }) => user_email === `jose@${last}.example.com`),
      ).toMatchObject({
        first_name: 'José',
        last_name: 'Peña',
        phone_number: '815-555-0142',
        pto_hours: 1016.5,
      });
    });
  });
}

test('the lists lead to the import of their records', async ({ page, server }) => {
  await signedIn(page, server);
  for (const [path, kind] of [
    ['/PortalJobs', 'jobs'],
    ['/damages', 'damages'],
    ['/Hours', 'hours'],
    ['/Store', 'products'],
  ] as const) {
    await page.goto(path);
    const link = page.getByRole('main').getByRole('link', { name: 'Import', exact: true });
    await expect(link).toHaveAttribute('href', `/import?kind=${kind}`);
  }
});
