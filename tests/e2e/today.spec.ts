import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { addDocument, openDocument } from './documents-api.ts';
import { assignFile, newHolder, returnFile } from './employee-files-api.ts';
import { newPerson, send, signedIn, tokenOf } from './office-api.ts';

const today = (page: Page) => page.getByRole('region', { name: 'What needs you today' });
const nothing = 'Nothing needs you right now.';

test('home lists what a driver must open, confirm and resend, one click each', async ({
  page,
  server,
}) => {
  const driver = await newHolder(server);
  await addDocument(server, 'settlements', [driver]);
  const { id } = await addDocument(server, 'training', [driver], { acknowledge: 1 });
  await openDocument(server, 'training', id, driver);
  const version = await returnFile(server, driver, (await assignFile(server, [driver])).id);
  const token = await signedIn(page, server, driver);
  await page.goto('/portal');
  await expect(today(page).getByRole('link', { name: '1 settlement to open' })).toBeVisible();
  await expect(today(page).getByText('rejected')).toHaveCount(0);

  // The form is rejected while the page is open.
  await send(server, 'PUT', `/api/employee-files/${version}/status`, await tokenOf(server), {
    status: 'Rejected',
    reason: 'Unsigned',
  });
  const again = today(page).getByRole('link', { name: '1 rejected form to send again' });
  await expect(again).toBeVisible();
  for (const [name, path] of [
    ['1 settlement to open', '/Settlements'],
    ['1 training file to confirm', '/TrainingFiles'],
    ['1 rejected form to send again', '/EmployeeFiles'],
  ] as const) {
    await today(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
  const unread = today(page).getByRole('link', { name: /unread notification/ });
  await expect(unread).toHaveAttribute('href', '/notifications');

  await send(server, 'POST', `/api/documents/${id}/acknowledge`, token);
  await expect(today(page).getByText('to confirm')).toHaveCount(0);
});

test('home lists what the office must do, one click each', async ({ page, server }) => {
  await signedIn(page, server, 'admin');
  await page.route('**/api/badges', async (route) => {
    const counts = await (await route.fetch()).json();
    for (const name of Object.keys(counts)) counts[name] = 0;
    const urgent = { overdue_claims: 1, expired_driver_documents: 2, drop_files_to_publish: 8 };
    const waiting = { new_inquiries: 3, overdue_inquiries: 2, new_applications: 4, ...urgent };
    const more = { submissions_to_review: 5, open_orders: 1, never_opened_settlements: 6 };
    await route.fulfill({ json: { ...counts, ...waiting, ...more, testimonials_to_approve: 7 } });
  });
  await page.goto('/portal');
  await expect(today(page).getByRole('listitem')).toHaveText([
    '1 overdue claim',
    '2 expired driver documents',
    '2 overdue inquiries',
    '3 new inquiries',
    '4 new applications',
    '5 forms to review',
    '8 settlements to publish',
    '1 store order to get ready',
    '7 testimonials to approve',
    '6 settlements nobody has opened',
  ]);
  for (const [name, path] of [
    ['1 overdue claim', '/claims?status=overdue'],
    ['2 expired driver documents', '/driver-file?status=expired'],
    ['8 settlements to publish', '/Settlements'],
    ['2 overdue inquiries', '/inquiries?status=overdue'],
    ['3 new inquiries', '/inquiries?status=new'],
    ['4 new applications', '/applications?show=new'],
    ['5 forms to review', '/AdminFiles?show=awaiting'],
    ['1 store order to get ready', '/Store?view=orders'],
    ['6 settlements nobody has opened', '/Settlements?show=unopened'],
  ] as const) {
    await expect(today(page).getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await today(page).getByRole('button', { name: '7 testimonials to approve' }).click();
  await expect(page.getByRole('dialog', { name: 'Testimonial Approval' })).toBeVisible();
});

test('home shows the empty state only after loading', async ({ page, server }) => {
  await signedIn(page, server, await newPerson(server, 'employee'));
  const delay = Promise.withResolvers<void>();
  await page.route('**/api/badges', async (route) => {
    await delay.promise;
    await route.fallback();
  });
  await page.goto('/portal');
  await expect(page.getByRole('link', { name: /^PTO Tracker/ }).first()).toBeVisible();
  await expect(today(page).getByRole('status')).toHaveText('Loading...');
  await expect(page.getByText(nothing)).toHaveCount(0);
  delay.resolve();
  await expect(today(page).getByText(nothing)).toBeVisible();
});

test('home shows a failed load and retries it', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 503/);
  await signedIn(page, server, await newPerson(server, 'employee'));
  await page.route('**/api/badges', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/portal');
  await expect(today(page).getByRole('alert')).toContainText("Couldn't load what needs you today.");
  await page.unroute('**/api/badges');
  await today(page).getByRole('button', { name: 'Try again' }).click();
  await expect(today(page).getByText(nothing)).toBeVisible();
});

test('the tiles show two per row on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, 'employee');
  await page.goto('/portal');
  const tiles = page.getByRole('list', { name: 'All sections' }).getByRole('listitem');
  const places = await Promise.all([0, 1, 2].map((index) => tiles.nth(index).boundingBox()));
  expect(places.map((place) => place?.y)).toEqual([
    places[0]?.y,
    places[0]?.y,
    expect.not.closeTo(places[0]?.y ?? 0),
  ]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(1400);
});

test('the side navigation fits a screen of 900 px', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  const nav = page.getByRole('navigation', { name: 'Portal' });
  await expect(nav.getByRole('link').last()).toBeInViewport({ ratio: 1 });
});
