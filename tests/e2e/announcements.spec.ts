import { expect, test } from '../harness/e2e.ts';
import { checkA11y } from './check-a11y.ts';
import { newDriver } from './documents-api.ts';
import { signedIn, unique } from './office-api.ts';

test('the office announces new rules, a driver confirms them, and the office sees who has not', async ({
  page,
  server,
}) => {
  const [driver, other] = [await newDriver(server), await newDriver(server)];
  const message = unique('New tie-down rules');
  await signedIn(page, server, 'admin');
  await page.goto('/announcements');
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  const form = page.getByRole('dialog', { name: 'New announcement' });
  await form.getByRole('textbox', { name: 'Message' }).fill(message);
  await form.getByLabel('To', { exact: true }).selectOption('Chosen people');
  const send = form.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(form.getByText('Please select at least one user.')).toBeVisible();
  for (const { username } of [driver, other]) await form.getByLabel(username).check();
  await form.getByLabel('Ask each person to confirm that they have read it').check();
  await checkA11y(page);
  // A day without a time would be its midnight.
  await form.getByLabel('When').selectOption('At a later time');
  await form.getByLabel('Day').fill('2099-03-08');
  await form.getByLabel('Time').fill('02:30');
  await expect(form).toContainText('The clocks skip this hour on that day.');
  await expect(form).toContainText('goes out at 3:30 AM.');
  await form.getByLabel('Time').fill('');
  await form.getByLabel('Day').fill('2999-01-01');
  await form.getByRole('button', { name: 'Plan' }).click();
  await expect(form.getByText('This field is required.')).toBeVisible();
  await form.getByLabel('When').selectOption('Now');
  await send.click();
  const row = page.getByRole('listitem').filter({ hasText: message });
  await expect(row).toContainText('Confirmed by 0 of 2');

  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn(page, server, driver);
  await page.goto('/portal');
  await page.getByRole('link', { name: '1 announcement to confirm' }).click();
  const notice = page.getByRole('listitem').filter({ hasText: message });
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toContainText(/Confirmed \d\d\/\d\d\/\d{4}/);
  await checkA11y(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server, 'admin');
  await page.goto('/announcements');
  await expect(row).toContainText('Confirmed by 1 of 2');
  await row.getByRole('button', { name: /Who has confirmed/ }).click();
  const readers = page.getByRole('dialog', { name: 'Who has confirmed' });
  await expect(readers.getByRole('listitem').first()).toContainText(other.username);
  await expect(readers.getByRole('listitem').first()).toContainText('Not confirmed');
  await checkA11y(page);
  await readers.getByRole('button', { name: /^Remind/ }).click();
  await expect(page.getByText('1 person was reminded.')).toBeVisible();
});
