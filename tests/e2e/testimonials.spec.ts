import { axe, expect, test } from '#tests/harness/e2e.ts';
import { checkA11y, settled } from './check-a11y.ts';
import { delayNext, signedIn, unique, visit } from './office-api.ts';
import { newWonInquiry } from './records-api.ts';
import { mailWith } from './sent-mails.ts';

test("a dealer's testimonial is on the home page from its approval until its removal (Z3)", async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const inquiry = await newWonInquiry(server);
  await signedIn(page, server, 'admin');
  await page.goto('/inquiries');
  await page.getByRole('button', { name: new RegExp(inquiry.company_name) }).click();
  await page.getByRole('button', { name: 'Ask for a testimonial' }).click();
  await expect(page.getByText('Link emailed.', { exact: true })).toBeVisible();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await expect.poll(() => mailWith(server, 'How did we do', link)).not.toBe('');

  // The dealer, on a phone and in a new browser context.
  const dealer = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await dealer.goto(link);
  await settled(dealer);
  await expect(dealer.getByText(/^Hello Yolanda Pruitt\. We hauled cars for /)).toBeVisible();
  await expect(dealer.getByLabel('Your name')).toHaveValue('Yolanda Pruitt');
  await checkA11y(dealer);
  const quote = unique('Nine cars, nine keys');
  await dealer.getByLabel('How did it go?').fill(quote);
  await dealer.getByRole('button', { name: 'Send' }).click();
  await expect(dealer.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(dealer.getByLabel('Your role')).toBeFocused();
  await dealer.reload();
  await expect(dealer.getByLabel('How did it go?')).toHaveValue(quote);
  await dealer.getByLabel('Your role').fill('Sales Manager');
  await dealer.getByLabel('City').fill('Ottawa');
  await dealer.getByLabel('State').selectOption('Illinois');
  await dealer.getByRole('button', { name: 'Send' }).click();
  await expect(
    dealer.getByText("Thank you. We'll review it before we publish it.", { exact: true }),
  ).toBeVisible();
  const dead = await dealer.goto(link);
  expect(dead?.status()).toBe(404);
  await expect(dealer.getByText(/^This link was used, revoked or/)).toBeVisible();
  const home = async () => (await dealer.request.get(server.url)).text();
  expect(await home()).not.toContain(quote);

  await page.keyboard.press('Escape');
  await visit(page, '/portal');
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
  await dealer.goto('/');
  const slide = dealer.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').last();
  await expect(slide).toContainText(`“${quote}”`);
  await expect(slide).toContainText('Ottawa by the river, IL');

  const shown = dialog.getByRole('listitem').filter({ hasText: quote });
  await shown.getByRole('button', { name: /^Take back/ }).click();
  await expect(dialog.getByText('Removed from the home page.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: /^Declined/ })).toContainText(quote);
  expect(await home()).not.toContain(quote);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tile).toBeFocused();
  await dealer.context().close();
});
