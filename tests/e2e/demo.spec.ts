import { expect, test } from '../harness/e2e.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { checkA11y, checkA11yAt, settled } from './check-a11y.ts';
import { signedIn } from './office-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' } });

test('the sample company fills every list', async ({ page, server }) => {
  await page.goto('/careers');
  await expect(page.getByText('14 Results', { exact: true })).toBeVisible();
  await signedIn(page, server, firstAdmin);
  await page.goto('/applications');
  await expect(page.getByText('40 applications', { exact: true })).toBeVisible();
  await page.goto('/inquiries');
  await expect(page.getByText('25 inquiries', { exact: true })).toBeVisible();
  await page.goto('/users');
  await expect(page.getByText('28 users', { exact: true })).toBeVisible();
  await page.goto('/damages');
  await expect(page.getByRole('figure')).toHaveCount(2);
  await page.goto('/hours');
  const hours = page.getByRole('table', { name: 'Hours by employee' });
  await expect(hours.getByRole('row')).toHaveCount(28);
  for (const [path, name] of [
    ['/trainingfiles', 'Winter driving: the first hour.pdf'],
    ['/reports', 'Fuel by tractor.pdf'],
    ['/settlements', /^Settlement \d{4}-\d\d-\d\d hutchins\.pdf$/],
    ['/receipts', "Kevin O'Brien"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
  }
  await page.goto('/adminfiles');
  await expect(page.getByText("Kevin O'Brien").first()).toBeVisible();
  await page.goto('/chat');
  await expect(page.getByText(/^Answered by/).first()).toBeVisible();
});

// Short lists on a phone are judged by axe-portal.spec.ts.
for (const width of process.env.FULL === '1' ? [390, 1440] : [1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(180_000);

    test('full lists are accessible', async ({ page, server }) => {
      await page.goto('/careers');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await checkA11y(page);
      await signedIn(page, server, firstAdmin);
      const lists = [
        '/portaljobs',
        '/applications',
        '/inquiries',
        '/users',
        '/audit',
        '/spotlight',
      ];
      const files = ['/trainingfiles', '/settlements', '/reports', '/receipts', '/adminfiles'];
      const store = ['/store', '/store?view=orders&which=all'];
      for (const path of [...lists, '/hours', '/damages', '/chat', ...files, ...store]) {
        await page.goto(path);
        await settled(page);
        const main = page.getByRole('main');
        await expect(main.getByRole('listitem').or(main.getByRole('row')).first()).toBeVisible();
        await checkA11y(page);
      }
      await page.goto('/portal');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
      await checkA11y(page);
    });

    test("a driver's full screens are accessible", async ({ page, server }) => {
      await signedIn(page, server, sampleDriver(server));
      await checkA11yAt(page, [
        '/portal',
        '/hours',
        '/damages',
        '/trainingfiles',
        '/settlements',
        '/employeefiles',
        '/store',
      ]);
      await page.goto('/chat');
      await page.getByRole('main').getByRole('listitem').first().click();
      await expect(page.getByRole('log').getByRole('listitem').first()).toBeVisible();
      await checkA11y(page);
    });
  });
}
