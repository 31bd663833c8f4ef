import type { Page } from '@playwright/test';
import { layouts } from '#contract/spotlight.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y, checkA11yAt, settled } from './check-a11y.ts';
import { addDocument, newDriver, openDocument } from './documents-api.ts';
import { handOut, newHolder, sendBack } from './employee-files-api.ts';
import { apply, ask, newPerson, postJob, send, signedIn, tokenOf } from './office-api.ts';
import { addPost } from './spotlight-api.ts';
import { addProduct, order } from './store-api.ts';
import { addDamage, newStaff } from './users-api.ts';

/** The same words and forms for everybody, whatever is stored. */
const fixed = ['/directory', '/holiday', '/newhire', '/password'];
const everyones = [
  '/portal',
  '/notifications',
  '/portaljobs',
  '/hours',
  '/damages',
  '/employeefiles',
  '/store',
];
const desks = ['/applications', '/inquiries', '/users', '/audit', '/adminfiles', '/unsent-mail'];
// What is the same is judged once, with an admin, and in the full rounds with everybody.
const again = process.env.FULL === '1' ? fixed : [];
const receipts = ['/receipts', '/receipts?by=file'];

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Opens the bell's list and the dialog that sends a notice; each is judged, the dialog in its errors too. */
async function checkNotifications(page: Page): Promise<void> {
  await page.goto('/portal');
  await settled(page);
  await bell(page).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send notification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send notification' });
  await expect(dialog).toBeVisible();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByLabel('Message')).toHaveAccessibleDescription('This field is required.');
  await checkA11y(page);
}

// With what the sample company fills, a desk is judged by demo.spec.ts.
for (const width of process.env.FULL === '1' ? [390, 1440] : [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(180_000);

    test('every admin screen is accessible', async ({ page, server }) => {
      const { employeeId } = await newStaff(server, { pto_hours: 12, work_hours: 40.25 });
      await addDamage(server, employeeId);
      const holder = await newHolder(server);
      await sendBack(server, holder, (await handOut(server, [holder])).id);
      await postJob(server);
      await apply(server);
      await apply(server, { certification: '0', last_name: 'Ochoa' }, false);
      await ask(server);
      await order(server, undefined, (await addProduct(server, { stock: 1 })).id);
      for (const layout of layouts) {
        await addPost(server, { layout });
        await addPost(server, { layout, picture: { width: 320, height: 400 } });
      }
      await signedIn(page, server, 'admin');
      const others = ['/chat', '/signup', '/store?view=orders', '/spotlight'];
      await checkA11yAt(page, [...fixed, ...everyones, ...desks, ...others]);
    });

    test('documents and receipts are accessible, full and empty', async ({ page, server }) => {
      const driver = await newDriver(server);
      for (const acknowledge of [0, 1] as const) {
        const { id } = await addDocument(server, 'training', [driver], { acknowledge });
        if (acknowledge === 1) await openDocument(server, 'training', id, driver);
      }
      await signedIn(page, server, driver);
      await checkA11yAt(page, ['/trainingfiles', '/reports']);
      await signedIn(page, server, 'admin');
      await checkA11yAt(page, ['/trainingfiles', ...receipts]);
      await page
        .getByRole('button', { name: /^Receipts of/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
      await checkA11y(page);
      await page.route(/\/api\/(\w+\/files|receipts\/\w+)(\?|$)/, (route) =>
        route.fulfill({ json: [] }),
      );
      await checkA11yAt(page, ['/settlements', ...receipts]);
    });

    test('dialogs and forms with errors are accessible', async ({ page, server }) => {
      const { employeeId } = await newStaff(server);
      await addDamage(server, employeeId);
      const holder = await newHolder(server);
      await sendBack(server, holder, (await handOut(server, [holder])).id);
      await apply(server);
      await ask(server);
      await signedIn(page, server, 'admin');
      await page.goto('/signup');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('This field is required.').first()).toBeVisible();
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

    test('the bell and the notification dialog are accessible, empty and full', async ({
      page,
      server,
    }) => {
      await signedIn(page, server, 'admin');
      await page.route('**/api/notifications?*', (route) =>
        route.fulfill({ json: { notifications: [] } }),
      );
      await checkNotifications(page);
      await page.unroute('**/api/notifications?*');
      for (const message of ['Ice on I-80.', 'Yard closed. '.repeat(60), 'W'.repeat(200)]) {
        await send(server, 'POST', '/api/send-notification', await tokenOf(server), { message });
      }
      await checkNotifications(page);
    });

    test('an empty portal is accessible', async ({ page, server }) => {
      for (const call of [
        'careers',
        'applications',
        'inquiries',
        'users',
        'employees',
        'damages',
        'hours/ledger',
        'audit',
        'unsent-mail',
        'employee-files',
        'employee-files/files',
        'store',
        'store/orders',
        'spotlight/posts',
      ]) {
        await page.route(
          (url) => url.pathname === `/api/${call}`,
          (route) => route.fulfill({ json: [] }),
        );
      }
      await page.route('**/api/employee-files/grouped', (route) =>
        route.fulfill({ json: { employees: [] } }),
      );
      await signedIn(page, server, 'admin');
      await checkA11yAt(page, [...everyones, ...desks, ...again]);
    });

    test("an employee's screens are accessible, with a record and without", async ({
      page,
      server,
      allowConsole,
    }) => {
      // Whoever has no employee record yet has no hours either.
      allowConsole(/status of 404/);
      const staff = await newHolder(server, { pto_hours: 12, work_hours: 40.25 });
      await addDamage(server, staff.employeeId);
      await handOut(server, [staff], 1);
      await sendBack(server, staff, (await handOut(server, [staff])).id);
      await order(server, staff, (await addProduct(server)).id);
      await signedIn(page, server, staff);
      await checkA11yAt(page, [...everyones, '/chat', '/applications', ...again]);
      await signedIn(page, server, await newPerson(server, 'employee'));
      await checkA11yAt(page, ['/portal', '/hours', '/damages']);
    });
  });
}
