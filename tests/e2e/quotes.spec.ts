/** What won and quoted dealers are asked: a testimonial, and an answer to a quote. */
import type { Page } from '@playwright/test';
import type { Inquiry } from '#contract/inquiries.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { checkA11y, settled } from './check-a11y.ts';
import { create, delayNext, moveTo, send, signedIn, tokenOf, unique, visit } from './office-api.ts';
import { newWonInquiry } from './records-api.ts';
import { mailWith } from './sent-mails.ts';

test("a quote, and its customer's testimonial (Z3)", async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|status of 409/);
  const inquiry = await newWonInquiry(server);
  const quote = unique('Nine cars, nine keys');
  await writeTestimonial(server, quote);
  await signedIn(page, server, 'admin');
  await page.goto('/portal');
  await test.step('a testimonial is approved', () => approve(page, server, quote));
  await visit(page, '/inquiries');
  await page.getByRole('button', { name: new RegExp(inquiry.company_name) }).click();
  await page.getByRole('button', { name: 'Ask for a testimonial' }).click();
  await expect(page.getByText('Link emailed.', { exact: true })).toBeVisible();
  const link = page.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/testimonial/);
  const invitation = new URL(await link.inputValue()).pathname;
  await page.getByRole('button', { name: 'New quote' }).click();
  const form = page.getByRole('dialog', { name: 'New quote' });
  await form.getByLabel('Description').fill('Ames, IA to Joliet, IL');
  await form.getByLabel('Quantity').fill('3');
  await form.getByLabel('Unit price ($)').fill('412.35');
  await form.getByLabel('Unit price ($)').press('Enter');
  await expect(form.getByLabel('Description').nth(1)).toBeFocused();
  await form.getByLabel('Description').nth(1).fill('Fuel surcharge');
  await form.getByLabel('Unit price ($)').nth(1).fill('0.10');
  await expect(form.getByText('Total $1,237.15')).toBeVisible();
  await axe(page);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const number = `${inquiry.reference}-1`;
  await page.getByRole('button', { name: `Send ${number}` }).click();
  await expect(page.getByText('This inquiry is won or lost.')).toBeVisible();
  await send(server, 'PUT', `/api/inquiries/${inquiry.id}`, await tokenOf(server), {
    status: 'contacted',
  });
  await page.getByRole('button', { name: `Send ${number}` }).click();
  await expect(page.getByText('Quote sent.')).toBeVisible();
  const mailed = async () =>
    /http\S+\/inquiry\/\S+/.exec(await mailWith(server, 'Your quote', number))?.[0] ?? '';
  await expect.poll(mailed).not.toBe('');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await mailed());
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your quote is ready');
  await expect(page.getByRole('listitem').filter({ hasText: /^Quoted$/ })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(page.getByText('$1,237.15', { exact: true })).toBeVisible();
  await checkA11y(page);

  // The signal is lost: what is typed stays, and is sent later.
  await page.getByLabel('Message').fill('Gate 7, keys in the office');
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/^Couldn't send your message\./)).toBeVisible();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Your message is with our office.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');

  await page.getByLabel('Your full name').first().fill("Yolanda O'Hara");
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The quote is accepted');
  await expect(page.getByText("Accepted by Yolanda O'Hara")).toBeVisible();

  await moveTo(page, invitation);
  await test.step('the dealer writes a testimonial', async () => {
    const own = unique('On time');
    await expect(page.getByText(/^Hello Yolanda Pruitt\. We hauled cars for /)).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Yolanda Pruitt');
    await page.getByLabel('How did it go?').fill(own);
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
    expect(await (await page.request.get(server.url)).text()).not.toContain(own);
  });
});

test("a customer's words are unread until they are on the screen, and their link stays the mailed one", async ({
  page,
  server,
}) => {
  const { id, company_name } = await newWonInquiry(server);
  const token = await tokenOf(server);
  const path = `/api/inquiries/${id}/status-link`;
  const link = async () => (await send<{ url: string }>(server, 'GET', path, token)).url;
  const mailed = await link();
  await send(server, 'POST', `/api${new URL(mailed).pathname}/messages`, null, {
    message: 'Gate 7, please',
  });
  const unread = async () =>
    (await send<Inquiry>(server, 'GET', `/api/inquiries/${id}`, token)).unread;
  await page.setViewportSize({ width: 1440, height: 500 });
  await signedIn(page, server, 'admin');
  await page.goto(`/inquiries?inquiry=${id}`);
  const dialog = page.getByRole('dialog', { name: company_name });
  const words = dialog.getByText('Gate 7, please');
  await expect(words).toBeAttached();
  await dialog.getByRole('button', { name: 'Copy customer link' }).click();
  await expect(dialog.getByLabel('Link for the customer')).toHaveValue(mailed);
  await dialog.getByRole('button', { name: 'New link' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText("The one in the customer's emails will stop working.");
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect([await link(), await unread()]).toEqual([mailed, 1]);
  await words.scrollIntoViewIfNeeded();
  await expect.poll(unread).toBe(0);
});

/** A testimonial of another dealer, which waits for the office. */
async function writeTestimonial(server: RunningServer, quote: string): Promise<void> {
  const { id } = await newWonInquiry(server);
  const { url } = await create<{ url: string }>(
    server,
    `/api/inquiries/${id}/testimonial-link`,
    {},
  );
  const code = new URL(url).pathname.split('/').at(-1);
  const dealer = { client: 'Yolanda Pruitt', role: 'Sales', company: 'Ottawa Motors' };
  const place = { city: 'Ottawa', state: 'IL' };
  await send(server, 'POST', `/api/testimonial/${code}`, null, { quote, ...dealer, ...place });
}

/** Corrects and approves the testimonial on the portal's home, and takes it back. */
async function approve(page: Page, server: RunningServer, quote: string): Promise<void> {
  const home = async () => (await page.request.get(server.url)).text();
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
}
