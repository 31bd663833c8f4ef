/** Inquiries, and the mail that couldn't be delivered. */
import type { Page } from '@playwright/test';
import { expect, test } from '#tests/harness/e2e.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { signedIn, unique, update, visit } from './office-api.ts';
import { requestQuote } from './records-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const row = (page: Page, company: string) => page.getByRole('row').filter({ hasText: company });

test('the office works on inquiries as board, table and by keyboard', async ({ page, server }) => {
  const { undelivered, email_address } = await rejectedMail(server);
  const company_name = unique('Ames Auction');
  const reference = await requestQuote(server, {
    company_name,
    phone_number: 'call me',
    vins: '1M8GDM9AXKP042788 1M8GDM9A1KP042788',
    stops: [{ kind: 'pickup', location: 'Boone, IA' }],
  });
  const then = new Date(Date.now() - 10 * 86_400_000).toISOString();
  const late = 'update inquiries set created_at = ?, due_at = ? where reference = ?';
  update(server, late, then, then, reference);
  const dealer = unique('Tama Motors');
  const [second, third, first] = [`${dealer} Lot 10`, `${dealer} Lot B`, `${dealer} lot 9`];
  for (const company_name of [second, third, first]) await requestQuote(server, { company_name });
  await signedIn(page, server);
  await page.goto('/inquiries');
  await expect(row(page, company_name)).toContainText('Overdue');
  await page.getByRole('button', { name: /^Overdue \(\d+\)$/ }).click();
  await page.getByLabel(/^Search/).fill(reference.toLowerCase());
  await row(page, company_name).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: company_name });
  for (const text of [reference, 'Yolanda Pruitt', 'has fewer than 10 digits.']) {
    await expect(dialog).toContainText(text);
  }
  await expect(dialog.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    `mailto:yolanda@ames.example.com?subject=Your%20transport%20inquiry%20${reference}`,
  );
  await expect(dialog.getByLabel('Owner').locator('option:checked')).toHaveText('No owner');
  const vehicles = dialog.getByRole('table', { name: 'Vehicles' }).getByRole('row');
  await expect(vehicles).toHaveText([
    /VIN.*Check.*Year/,
    /788OK1989/,
    /788Check digit is wrong1989/,
  ]);
  await dialog.getByLabel('Status').selectOption('Quoted');
  const events = dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const note = dialog.getByLabel('Add a note');
  await note.fill('4,200 for six cars');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(note).toHaveValue('');
  await expect(events.first()).toHaveText(/4,200 for six cars$/);
  await expect(events.filter({ hasText: /New → Quoted$/ })).toHaveCount(1);
  // The address leads to it, as that of a notice.
  await expect(page).toHaveURL(/[?&]inquiry=\d+/);
  const address = page.url().replace(server.url, '');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/inquiry=/);
  await visit(page, address);
  await expect(dialog).toContainText(reference);
  await dialog.getByRole('button', { name: 'Change vehicles and stops' }).click();
  const form = page.getByRole('dialog', { name: 'Vehicles and stops' });
  await form.getByLabel('VINs').fill('1HGCM82633A004352');
  await form.getByRole('button', { name: 'Remove stop 2' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(vehicles).toHaveText([/VIN/, /1HGCM82633A004352OK2003/]);
  await expect(dialog.getByRole('list', { name: 'Stops' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/inquiry=/);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(row(page, company_name)).not.toContainText('Overdue');
  await page.getByLabel('Status').selectOption('Lost');
  await expect(page.getByText('No inquiries match this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  await expect(page).toHaveURL('/inquiries?layout=board');
  await page.getByLabel(new RegExp(`^Move ${company_name}.* to$`)).selectOption('Won');
  await expect(page.getByText(`${company_name}: Won`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Won', exact: true })).toContainText(company_name);

  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const table = page.getByRole('table', { name: 'Inquiries' });
  const names = table.getByRole('rowheader');
  await page.getByLabel(/^Search/).fill(dealer);
  await expect(names).toHaveText([first, third, second]);
  const company = table.getByRole('columnheader', { name: 'Company' });
  await expect(company).toHaveAttribute('aria-sort', 'none');
  // Two choices at once are both in the address.
  await table.evaluate((element) => {
    for (const button of ['thead button', 'tbody button']) {
      element.querySelector<HTMLElement>(button)?.click();
    }
  });
  await expect(page.getByRole('dialog', { name: first })).toBeVisible();
  await expect(page).toHaveURL(/[?&]order=Company/);
  await expect(page).toHaveURL(/[?&]inquiry=/);
  await page.keyboard.press('Escape');
  await expect(company).toHaveAttribute('aria-sort', 'ascending');
  await expect(names).toHaveText([first, second, third]);

  const button = (name: string) => table.getByRole('button', { name });
  await button(first).focus();
  await page.keyboard.press('End');
  await expect(button(third)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(button(second)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: first })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(first)).toBeFocused();

  await expect(page).toHaveURL(/q=.*order=Company$/);
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tama lots');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('list', { name: 'Saved filters' });
  const chip = saved.getByRole('button', { name: 'Tama lots', exact: true });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await visit(page, '/portal');
  await visit(page, '/inquiries');
  await expect(page.getByLabel(/^Search/)).toHaveValue('');
  await chip.click();
  await expect(page.getByLabel(/^Search/)).toHaveValue(dealer);
  await expect(names).toHaveText([first, second, third]);
  await saved.getByRole('button', { name: 'Delete filter Tama lots' }).click();
  await expect(chip).toBeHidden();

  await test.step('the mail that could not be sent', async () => {
    const rail = page.getByRole('navigation', { name: 'Portal' });
    await rail.getByRole('button', { name: /^System \d+ waiting$/ }).click();
    await rail.getByRole('link', { name: /^Unsent mail \d+ unsent$/ }).click();
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: undelivered });
    const toSender = rows.filter({ hasText: email_address });
    await expect(toSender).toContainText('after 3 tries: 550 no such user');
    await toSender.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this mail?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Mail discarded.')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Mail queued. It will be sent shortly.')).toBeVisible();
    await expect(rows).toHaveCount(0);
  });
});

/** An inquiry whose mails could not be delivered. */
async function rejectedMail(server: RunningServer) {
  const email_address = `${unique('nobody').replace(' ', '-')}@prairie.example.com`;
  const undelivered = await requestQuote(server, { email_address });
  const sent = "where sent_at is not null and subject like '%' || ? || '%'";
  const countSent = () => update(server, `update outbox set tries = tries ${sent}`, undelivered);
  // One to the office and one to the sender.
  await expect.poll(countSent).toBe(2);
  const values = "sent_at = null, dead_at = ?, tries = 3, last_error = '550 no such user'";
  const reject = `update outbox set ${values}, body_text = 'Hello' ${sent}`;
  update(server, reject, new Date().toISOString(), undelivered);
  return { undelivered, email_address };
}
