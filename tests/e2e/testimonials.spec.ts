import { axe, expect, test } from '#tests/harness/e2e.ts';
import { settled } from './check-a11y.ts';
import { create, delayNext, signedIn, unique } from './office-api.ts';
import { newWonInquiry } from './records-api.ts';

test("a dealer's testimonial is on the home page from its approval until its removal (Z3)", async ({
  page,
  server,
}) => {
  const { id } = await newWonInquiry(server);
  const link = await create<{ url: string }>(server, `/api/inquiries/${id}/testimonial-link`, {});
  const quote = unique('Nine cars, nine keys');
  const home = async () => (await page.request.get(server.url)).text();

  await test.step('the dealer writes it on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(link.url);
    await settled(page);
    await expect(page.getByText(/^Hello Yolanda Pruitt\. We hauled cars for /)).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Yolanda Pruitt');
    await page.getByLabel('How did it go?').fill(quote);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Please correct the marked fields.')).toBeVisible();
    await expect(page.getByLabel('Your role')).toBeFocused();
    await page.getByLabel('Your role').fill('Sales Manager');
    await page.getByLabel('City').fill('Ottawa');
    await page.getByLabel('State').selectOption('Illinois');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(
      page.getByText("Thank you. We'll review it before we publish it.", { exact: true }),
    ).toBeVisible();
    expect(await home()).not.toContain(quote);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  // By its text: while the dialog is open, elements behind it have no role.
  const tile = page.locator('main button', { hasText: 'Testimonial Approval' });
  await expect(tile).toContainText(/\d+ to approve/);
  await expect(tile).not.toHaveAttribute('href');
  await tile.click();
  const dialog = page.getByRole('dialog', { name: 'Testimonial Approval' });
  const waiting = dialog.getByRole('region', { name: /^Waiting/ }).getByRole('listitem');
  const mine = waiting.filter({ hasText: quote });
  await expect(mine).toHaveCount(1);
  await axe(page);
  await mine.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('City').fill('Ottawa by the river');
  // A slow list: approving right after saving must not send the version from before.
  const release = await delayNext(page, /\/api\/testimonials$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Testimonial updated.', { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog.getByText("Approved. It's on the home page now.")).toBeVisible();
  release();
  await expect(mine).toHaveCount(0);
  expect(await home()).toMatch(new RegExp(`“${quote}”[^]*Ottawa by the river, IL`));

  const shown = dialog.getByRole('listitem').filter({ hasText: quote });
  await shown.getByRole('button', { name: /^Take back/ }).click();
  await expect(dialog.getByText('Removed from the home page.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: /^Declined/ })).toContainText(quote);
  expect(await home()).not.toContain(quote);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tile).toBeFocused();
});
