import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { testimonials as own } from '#contract/company-testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y, settled } from './check-a11y.ts';
import { send, signedIn, tokenOf, unique } from './office-api.ts';
import { approveMore, newLink, newWonInquiry } from './testimonials-api.ts';

const phone = { width: 390, height: 844 };

async function newestMail(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  const mails = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
  return mails.find(({ subject }) => subject?.startsWith('How did we do'))?.text ?? '';
}

/** Opens the approval from its tile. */
async function openApproval(page: Page): Promise<{ tile: Locator; dialog: Locator }> {
  await page.goto('/portal');
  // By its text: while the dialog is open, elements behind it have no role.
  const tile = page.locator('main button', { hasText: 'Testimonial Approval' });
  await tile.click();
  const dialog = page.getByRole('dialog', { name: 'Testimonial Approval' });
  await expect(dialog).toBeVisible();
  return { tile, dialog };
}

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
  await expect.poll(() => newestMail(server.dataDir)).toContain(link);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(inquiry.company_name) }).click();
  await expect(page.getByText(/^A link was emailed to yolanda@ames/)).toBeVisible();

  // The dealer, on a phone and in a new browser context.
  const dealer = await (await browser.newContext({ viewport: phone })).newPage();
  await dealer.goto(link);
  await settled(dealer);
  await expect(dealer.getByText(/^Hello Yolanda Pruitt\. We hauled cars for /)).toBeVisible();
  await expect(dealer.getByLabel('Your name')).toHaveValue('Yolanda Pruitt');
  await checkA11y(dealer);
  const quote = unique('Nine cars, nine keys');
  await dealer.getByLabel('How did it go?').fill(quote);
  await expect(dealer.getByText(`${quote.length} of 400 characters.`)).toBeVisible();
  await dealer.getByRole('button', { name: 'Send' }).click();
  await expect(dealer.getByText('Please correct the marked fields.')).toBeVisible();
  await expect(dealer.getByLabel('Your role')).toBeFocused();
  await checkA11y(dealer);
  await dealer.reload();
  await dealer.getByRole('button', { name: 'Continue' }).click();
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
  await expect(dealer.getByRole('main').getByRole('link', { name: /^Call / })).toBeVisible();
  await dealer.goto('/');
  await expect(dealer.locator('body')).not.toContainText(quote);

  const { tile, dialog } = await openApproval(page);
  await expect(tile).toContainText('1 to approve');
  await expect(tile).not.toHaveAttribute('href');
  await expect(dialog.getByRole('region', { name: /^Waiting/ })).toContainText(quote);
  await checkA11y(page);
  await dialog.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('City').fill('Ottawa by the river');
  // A slow list: approving right after saving must not send the version from before.
  await page.route('**/api/testimonials', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Testimonial updated.', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog.getByText("Approved. It's on the home page now.")).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(dialog.getByText('No testimonials to approve.', { exact: true })).toBeVisible();
  await dealer.reload();
  const slides = dealer.getByRole('region', { name: 'Testimonials' }).getByRole('listitem');
  await expect(slides).toHaveCount(own.length + 1);
  await expect(slides.last()).toContainText(`“${quote}”`);
  await expect(slides.last()).toContainText('Ottawa by the river, IL');

  await dialog.getByRole('button', { name: /^Take back/ }).click();
  await expect(dialog.getByText('Removed from the home page.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: /^Declined/ })).toContainText(quote);
  await dealer.reload();
  await expect(dealer.locator('body')).not.toContainText(quote);

  // Another admin deletes it while it's being edited.
  await dialog.getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('City').fill('Ottawa again');
  const token = await tokenOf(server);
  const list = () => send<Testimonial[]>(server, 'GET', '/api/testimonials', token);
  const deletedId = (await list()).find((one) => one.quote === quote)?.id;
  await send(server, 'DELETE', `/api/testimonials/${deletedId}`, token);
  await expect(dialog.getByText('Someone deleted this testimonial.')).toBeVisible();
  await expect(dialog.getByLabel('City')).toHaveCount(0);

  // The open dialog shows another admin's changes.
  const { id } = await newLink(server);
  const out = dialog.getByRole('region', { name: /^Open links/ });
  await expect(out.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Revoke link/ }).click();
  const question = page.getByRole('alertdialog', {
    name: "Revoke this link? The client won't be able to use it.",
  });
  await question.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByText('Link revoked.', { exact: true })).toBeVisible();
  expect((await list()).map((one) => one.id)).not.toContain(id);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tile).toBeFocused();
  await dealer.context().close();
});

test('nine slides wrap around and fit a phone, and more are listed page by page (Z2)', async ({
  page,
  server,
}) => {
  await approveMore(server, 5);
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Testimonials' });
  const dots = carousel.getByRole('button', { name: /^Go to slide/ });
  const status = carousel.getByText(/^Slide \d of 9$/);
  const track = carousel.locator('.carousel-track');
  await expect(status).toBeAttached();
  // Ends each move immediately.
  await page.clock.pauseAt(Date.now() + 60_000);
  const press = async (name: string, slide: number) => {
    await carousel.getByRole('button', { name, exact: true }).click();
    await page.clock.runFor(400);
    await expect(status).toHaveText(`Slide ${slide} of 9`);
    await expect(track).not.toHaveAttribute('data-moving');
  };
  await expect(dots).toHaveCount(5);
  for (const slide of [3, 5, 7, 9, 1]) await press('Next slide', slide);
  for (const slide of [9, 7]) await press('Previous slide', slide);
  await expect(dots.nth(3)).toHaveAttribute('aria-current', 'true');
  await press('Go to slide 1', 1);
  await expect(carousel.locator('.slide[aria-hidden]')).toHaveCount(4);

  await page.setViewportSize(phone);
  await expect(dots).toHaveCount(9);
  for (const slide of [9, 1, 2]) await press(slide === 9 ? 'Previous slide' : 'Next slide', slide);
  await page.clock.resume();
  await checkA11y(page);
  // The longest quote isn't cut off.
  const cut = await carousel
    .locator('.testimonial')
    .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  expect(cut).toBe(0);

  await approveMore(server, 4);
  await page.reload();
  await expect(status).toBeAttached();
  await page.getByRole('link', { name: 'All testimonials' }).click();
  await expect(page).toHaveURL('/testimonials');
  await expect(page.getByRole('blockquote')).toHaveCount(12);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL('/testimonials?page=2');
  await expect(page.getByText(own.at(-1)?.client ?? '')).toBeVisible();
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(page).toHaveURL('/testimonials');
});
