import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { testimonials as own } from '#contract/company/testimonials.ts';
import { expect, test } from '../harness/e2e.ts';
import { checkA11y, settled } from './check-a11y.ts';
import { signedIn, unique } from './office-api.ts';
import { newWonInquiry } from './records-api.ts';

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

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tile).toBeFocused();
  await dealer.context().close();
});
