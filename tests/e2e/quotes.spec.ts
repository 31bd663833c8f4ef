import { axe, expect, test } from '#tests/harness/e2e.ts';
import { checkA11y, settled } from './check-a11y.ts';
import { signedIn } from './office-api.ts';
import { newWonInquiry } from './records-api.ts';
import { mailWith } from './sent-mails.ts';

test('a testimonial is asked for; a quote is written with the keyboard, sent, asked about on a phone with a lost signal, and accepted', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole('ERR_INTERNET_DISCONNECTED');
  const inquiry = await newWonInquiry(server);
  await signedIn(page, server, 'admin');
  await page.goto('/inquiries');
  await page.getByRole('button', { name: new RegExp(inquiry.company_name) }).click();
  await page.getByRole('button', { name: 'Ask for a testimonial' }).click();
  await expect(page.getByText('Link emailed.', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/testimonial/);
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

  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByRole('textbox', { name: 'Company', exact: true })).toHaveValue(
    inquiry.company_name,
  );
});
