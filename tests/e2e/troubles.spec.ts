/** How a page's own failures reach whoever runs the server. */
import { clock } from '#contract/messages/retention.ts';
import type { SystemStatus } from '#contract/status.ts';
import { expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';

test('an unexpected failure shows a reference that finds its call in the log', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(page, server, 'admin');
  const ids: string[] = [];
  await page.route('**/api/status', async (route) => {
    ids.push((await route.request().headerValue('x-request-id')) ?? '');
    await route.fulfill({ status: 500, json: { error: 'Something went wrong.' } });
  });
  await page.goto('/status');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText(/Something went wrong\./);
  const reference = ids.at(-1)?.slice(0, 8) ?? '';
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  await alert.getByRole('button', { name: `Copy reference ${reference}` }).click();
  await expect(alert.getByRole('button', { name: `Copied reference ${reference}` })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
});

test('errors of pages are reported with their build and listed under System status, where admins confirm the clock', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('uncaught: the carousel broke', 'uncaught: the list broke');
  await signedIn(page, server, 'admin');
  await page.goto('/');
  const reported = page.waitForResponse(
    (response) =>
      response.url().endsWith('/browser-errors') &&
      (response.request().postData() ?? '').includes('carousel'),
  );
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('the carousel broke');
    });
    setTimeout(() => void Promise.reject(new Error('the list broke')));
  });
  expect((await reported).status()).toBe(204);
  const report = JSON.parse((await reported).request().postData() ?? '{}');
  expect(report).toMatchObject({ message: 'Error: the carousel broke', path: '/' });
  expect(report.build).toMatch(/^[\w-]+$/);
  let isConfirmed = false;
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    const { parts, ...rest } = (await response.json()) as SystemStatus;
    const doubt = { problems: isConfirmed ? [] : ['The clock jumped.'] };
    const seen = parts.map((part) => (part.name === 'clock' ? { ...part, ...doubt } : part));
    await route.fulfill({ response, json: { ...rest, parts: seen } });
  });
  await page.goto('/status');
  await expect(page.getByText('The clock jumped.')).toBeVisible();
  isConfirmed = true;
  await page.getByRole('button', { name: clock.button }).click();
  await expect(page.getByText(clock.isFine)).toBeVisible();
  await expect(page.getByText('The clock jumped.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Deletion of old records' })).toBeVisible();
  const errors = page.getByRole('region', { name: 'Errors in browsers' });
  await expect(errors.getByText('Error: the carousel broke')).toBeVisible();
  await expect(errors.getByText('Error: the list broke')).toBeVisible();
  await expect(errors.getByText(report.build).first()).toBeVisible();
});
