/** Accessibility of dialogs, form errors and empty lists; portal-screens.spec.ts checks the filled screens. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y, checkA11yAt, settled } from './check-a11y.ts';
import { addDocument, newDriver, openDocument } from './documents-api.ts';
import { assignFile, newHolder, returnFile } from './employee-files-api.ts';
import { apply, requestQuote, send, signedIn, tokenOf } from './office-api.ts';
import { addDamage, newStaff } from './users-api.ts';

const lists = [
  '/portal',
  '/notifications',
  '/portaljobs',
  '/hours',
  '/time-off',
  '/damages',
  '/claims',
  '/settlement-questions',
  '/announcements',
  '/employeefiles',
  '/store',
  '/applications',
  '/inquiries',
  '/users',
  '/audit',
  '/adminfiles',
  '/status',
  '/unsent-mail',
  '/settlements',
  '/receipts',
  '/receipts?by=file',
  '/import',
];

const fieldRequired = 'This field is required.';

/** Opens the bell's panel and the dialog that sends a notification, also with its errors. */
async function checkNotifications(page: Page): Promise<void> {
  await page.goto('/portal');
  await settled(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await expect(dialog).toBeVisible();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByLabel('Message')).toHaveAccessibleDescription(fieldRequired);
  await checkA11y(page);
}

for (const width of process.env.FULL === '1' ? [390, 1440] : [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(180_000);

    test('documents to confirm, rejected forms and receipts are accessible', async ({
      page,
      server,
    }) => {
      const driver = await newDriver(server);
      for (const acknowledge of [0, 1] as const) {
        const { id } = await addDocument(server, 'training', [driver], { acknowledge });
        if (acknowledge === 1) await openDocument(server, 'training', id, driver);
      }
      const holder = await newHolder(server);
      await assignFile(server, [holder], 1);
      await returnFile(server, holder, (await assignFile(server, [holder])).id);
      await signedIn(page, server, driver);
      await checkA11yAt(page, ['/trainingfiles']);
      await signedIn(page, server, holder);
      await checkA11yAt(page, ['/employeefiles']);
      await signedIn(page, server, 'admin');
      await page.goto('/trainingfiles');
      await page
        .getByRole('button', { name: /^Receipts of/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Receipts' });
      await expect(dialog.getByText('Delivered')).toBeVisible();
      await checkA11y(page);
    });

    test('dialogs and forms with errors are accessible', async ({ page, server }) => {
      const { employeeId } = await newStaff(server);
      await addDamage(server, employeeId);
      const holder = await newHolder(server);
      await returnFile(server, holder, (await assignFile(server, [holder])).id);
      await apply(server);
      await requestQuote(server);
      await signedIn(page, server, 'admin');
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText(fieldRequired).first()).toBeVisible();
      await checkA11y(page);

      await page.goto('/applications');
      const application = page.getByRole('main').getByRole('listitem').first();
      await application.getByRole('button', { name: 'Expand' }).click();
      await checkA11y(page);
      await application.getByRole('button', { name: 'View details' }).click();
      await page.getByText('Self-identification (not for hiring decisions)').click();
      await checkA11y(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkA11y(page);

      await page.goto('/inquiries');
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await checkA11y(page);

      await page.goto('/damages');
      await page.getByRole('button', { name: 'Add Damage' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Driver Name')).toBeFocused();
      await checkA11y(page);

      await page.goto('/adminfiles');
      await page.getByRole('button', { name: holder.name }).click();
      await page.getByText('0 user(s) selected').click();
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(page.getByText('Please select a file.')).toBeVisible();
      await checkA11y(page);
      await page.getByLabel(/^Status of v1/).selectOption('Rejected');
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await checkA11y(page);

      await page.goto('/users');
      await page.getByRole('button', { name: 'Delete admin' }).first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkA11y(page);
    });

    test('notifications and empty lists are accessible', async ({ page, server }) => {
      await signedIn(page, server, 'admin');
      for (const message of ['Ice on I-80.', 'Yard closed. '.repeat(60), 'W'.repeat(200)]) {
        await send(server, 'POST', '/api/send-notification', await tokenOf(server), { message });
      }
      await checkNotifications(page);

      const empty: Record<string, object> = {
        '/api/notifications': { notifications: [] },
        '/api/employee-files/grouped': { employees: [] },
      };
      const isList =
        /^\/api\/(careers|applications|inquiries|users|employees|damages|claims|settlements\/questions|announcements|hours\/ledger|time-off|audit|unsent-mail|employee-files(\/files)?|store(\/orders)?|spotlight\/posts|\w+\/files|receipts\/\w+)$/;
      await page.route(
        ({ pathname }) => isList.test(pathname) || pathname in empty,
        (route) => route.fulfill({ json: empty[new URL(route.request().url()).pathname] ?? [] }),
      );
      await checkNotifications(page);
      await checkA11yAt(page, lists);
    });
  });
}
